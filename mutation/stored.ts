import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import { utf8Text } from "../src/base/index.ts";
import type { ReceiptEvent } from "../src/contract/receipt/index.ts";
import type { VerifyOptions } from "../src/verify/options.ts";
import { actions } from "../test/agent/refusals/actions.ts";
import { attestations } from "../test/agent/refusals/attestation.ts";
import { budgets } from "../test/agent/refusals/budgets.ts";
import { reach, type Case } from "../test/agent/refusals/case.ts";
import { decisions } from "../test/agent/refusals/decisions.ts";
import { dispatches } from "../test/agent/refusals/dispatch.ts";
import { frames } from "../test/agent/refusals/frames.ts";
import { opening } from "../test/agent/refusals/opening.ts";
import { targets } from "../test/agent/refusals/target.ts";
import { receiptOf, trust } from "../test/verify/receipts.ts";
import { binding } from "../test/verify/vectors/binding.ts";
import { container } from "../test/verify/vectors/container.ts";
import { form } from "../test/verify/vectors/form.ts";
import { integrity } from "../test/verify/vectors/integrity.ts";
import { admissibility } from "../test/verify/vectors/laws/index.ts";
import { profiles } from "../test/verify/vectors/profile.ts";
import { provingParts, provingRecord } from "../test/verify/proving.ts";
import { echo } from "../test/verify/vectors/vector.ts";

// Stryker works in a new copy of the repository for each file, so the store has to lie outside of it.
const path = process.env["DESKGATE_STORED_RECEIPTS"] ?? "mutation/stored.bin";

/** A receipt as the verifier gets it, and what it must find. Making one costs a whole run; the verifier has no part in it. */
export type Stored = {
  readonly name: string;
  readonly want: readonly string[];
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly options: Omit<VerifyOptions, "machines">;
  readonly echoes: boolean;
};

const cases: readonly Case[] = [
  ...opening,
  ...targets,
  ...attestations,
  ...decisions,
  ...actions,
  ...dispatches,
  ...frames,
  ...budgets,
];
const makeAll = async (): Promise<readonly Stored[]> => {
  const stored: Stored[] = [];
  for (const { check, when, make } of [...admissibility, ...profiles, ...binding, ...integrity, ...form, ...container]) {
    const { files, options: { machines, ...options } = {} } = await make();
    stored.push({
      name: `${check}: ${when}`,
      want: [check],
      files,
      options: { trust, ...options },
      echoes: machines !== undefined,
    });
  }
  const proving = receiptOf(await provingRecord(), provingParts);
  stored.push({
    name: "a proving run",
    want: [],
    files: proving.files,
    options: { trust, profile: "fixture-live" },
    echoes: false,
  });
  for (const given of cases) {
    const { record } = await reach(given);
    if (record === undefined) continue;
    stored.push({
      name: `${given.code}: ${given.when}`,
      want: [],
      files: receiptOf(record).files,
      options: { trust },
      echoes: false,
    });
  }
  return stored;
};

/** All receipts, made once and kept beside this file. */
export const storedReceipts = async (): Promise<readonly Stored[]> => {
  if (!existsSync(path)) writeFileSync(path, serialize(await makeAll()));
  return deserialize(readFileSync(path)) as readonly Stored[];
};

/** The receipt's bytes and options; where a vector's machine only echoes, it is made from the events again. */
export const opened = ({ files, options, echoes }: Stored): { files: Stored["files"]; options: VerifyOptions } => {
  if (!echoes) return { files, options };
  const lines =
    utf8Text(files.get("events.jsonl") ?? new Uint8Array())
      ?.trimEnd()
      .split("\n") ?? [];
  return { files, options: { ...options, machines: echo(lines.map((line) => JSON.parse(line) as ReceiptEvent)) } };
};
