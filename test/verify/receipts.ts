import { buildReceipt, type BuiltReceipt, type ReceiptParts } from "../../src/adapters/receipts/index.ts";
import type { RunRecord } from "../../src/agent/ports.ts";
import { canonicalJson, type Json } from "../../src/base/index.ts";
import { sha256Hex } from "../../src/base/crypto/digest.ts";
import { generateSigner, type Signer } from "../../src/base/crypto/signature.ts";
import { endTurn, scriptedPlanner, turn } from "../../src/agent/testing/index.ts";
import type { KeyRole, ReceiptEvent, Trust } from "../../src/contract/receipt/index.ts";
import { genesis } from "../../src/core/index.ts";
import { bench, run } from "../agent/run.ts";
import { click } from "../agent/refusals/case.ts";

export const { signer } = generateSigner("ed25519");
export const trustOf = (key: Signer, role: KeyRole = "run"): Trust => [
  { keyId: key.keyId, algorithm: key.algorithm, spki: key.spki, role },
];
export const trust = trustOf(signer);

export const parts: ReceiptParts = {
  version: "0.1.0",
  build: {
    commit: "a".repeat(40),
    dirty: false,
    sources: { count: 1, digest: "b".repeat(64) },
    addonSha256: "c".repeat(64),
    supervisorSha256: "d".repeat(64),
  },
  independentChecks: [],
  outputs: new Map(),
};

/** An honest run's record: one click with an effect outside, decided on and stepped up, then completed. */
export const honestRecord = async (): Promise<RunRecord> => {
  const made = bench();
  const hooks = {
    resolveEffects: async () => ({
      class: "irreversible" as const,
      origins: [],
      reads: [],
      writes: ["/task/out/result.txt"],
      complete: true,
    }),
  };
  await run(made, scriptedPlanner([turn(click), endTurn()]), { hooks });
  const record = made.receipts.records[0];
  if (record === undefined) throw new Error("the honest run has no record");
  return record;
};

export const eventsOf = (record: RunRecord): ReceiptEvent[] => record.events.map((line) => JSON.parse(line) as ReceiptEvent);

/** The record with these events instead, numbered and chained anew: what somebody with the right key could sign. */
export const rechained = (record: RunRecord, events: readonly ReceiptEvent[]): RunRecord => {
  const opened = events[0]?.body;
  let prev = genesis(record.runId, record.policyDigest, opened?.kind === "opened" ? opened.challenge : null);
  const lines = events.map((event, seq) => {
    const line = canonicalJson({ ...event, seq, prev, kind: event.body.kind } as unknown as Json);
    prev = sha256Hex(`${line}\n`);
    return line;
  });
  return { ...record, events: lines };
};

export const receiptOf = (record: RunRecord, changed: Partial<ReceiptParts> = {}, key: Signer = signer): BuiltReceipt =>
  buildReceipt(record, { ...parts, ...changed }, key);
