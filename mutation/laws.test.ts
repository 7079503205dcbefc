import { expect, test } from "vitest";
import { utf8Text } from "../src/base/index.ts";
import type { ReceiptEvent, Statement } from "../src/contract/receipt/index.ts";
import type { ComputerUseRunPolicy } from "../src/contract/policy.ts";
import { laws } from "../src/verify/invariants/index.ts";
import { transcriptOf } from "../src/verify/invariants/transcript.ts";
import type { Opened } from "../src/verify/opened.ts";
import { bytesFromBase64 } from "../src/base/index.ts";
import { storedReceipts, type Stored } from "./stored.ts";

const json = (bytes: Uint8Array | undefined): unknown => JSON.parse(utf8Text(bytes ?? new Uint8Array()) ?? "");

/** The receipt's content, where signature, form and chain are as they must be: laws are asked only then. */
const openedOf = ({ files }: Stored): Opened => {
  const { payload } = json(files.get("receipt.dsse.json")) as { payload: string };
  const statement = json(bytesFromBase64(payload)) as Statement;
  const lines = (utf8Text(files.get("events.jsonl") ?? new Uint8Array()) ?? "").trimEnd().split("\n");
  const events = lines.map((line) => JSON.parse(line) as ReceiptEvent);
  const policy = json(files.get("policy.json")) as ComputerUseRunPolicy;
  return { events, policy, policyDigest: statement.predicate.policyDigest, statement } as unknown as Opened;
};

const judged = (await storedReceipts()).filter(({ want }) => want.every((check) => check in laws));

// Each law by its vectors, and all laws by the receipts of whatever an honest run met. Without the checks before them, which cost ten times as much.
test.each(judged)("$name", (stored) => {
  const transcript = transcriptOf(openedOf(stored));
  const found = Object.entries(laws).flatMap(([check, law]) => (law(transcript).length > 0 ? [check] : []));
  expect(found).toEqual(stored.want);
});
