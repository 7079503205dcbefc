import { merkleRootHex, utf8Bytes } from "../../base/index.js";
import { sha256Bytes, sha256Hex } from "../../base/crypto/digest.js";
import type { Signer } from "../../base/crypto/signature.js";
import type { RunRecord } from "../../agent/ports.js";
import { ComputerUseError } from "../../contract/errors.js";
import { machineVersion } from "../../contract/machine.js";
import {
  claimsNotMade,
  event,
  outputName,
  predicateType,
  receiptFiles,
  statement,
  statementType,
  summarize,
  type BuildFacts,
  type IndependentCheck,
  type Predicate,
  type Statement,
} from "../../contract/receipt/index.js";
import { bundleOf, canonicalBytes, sealEnvelope } from "./seal.js";

/** What a receipt needs besides the run's record: facts about the program, and what others have checked. */
export type ReceiptParts = {
  /** deskgate's own version, as in its package.json. */
  readonly version: string;
  readonly build: BuildFacts;
  readonly independentChecks: readonly IndependentCheck[];
  /** Bytes of public outputs, by their index in policy.outputs. */
  readonly outputs: ReadonlyMap<number, Uint8Array>;
};

export type BuiltReceipt = { readonly files: ReadonlyMap<string, Uint8Array>; readonly payloadDigest: string };

/** The files of a receipt, by name, from the record of a run. Pure but for the signature; throws when the record is not whole. */
export const buildReceipt = (record: RunRecord, parts: ReceiptParts, signer: Signer): BuiltReceipt => {
  const lines = record.events.map((line) => utf8Bytes(`${line}\n`));
  const subjects = new Map([[receiptFiles.events as string, utf8Bytes(record.events.map((line) => `${line}\n`).join(""))]]);
  for (const [index, bytes] of parts.outputs) subjects.set(outputName(index), bytes);
  const payload = canonicalBytes(checked(statementOf(subjects, predicateOf(record, parts, lines))));
  const envelope = sealEnvelope(payload, signer);
  const files = new Map<string, Uint8Array>([
    ...subjects,
    [receiptFiles.policy, canonicalBytes(record.policy)],
    [receiptFiles.envelope, canonicalBytes(envelope)],
    [receiptFiles.bundle, canonicalBytes(bundleOf(envelope))],
  ]);
  return { files, payloadDigest: sha256Hex(payload) };
};

const statementOf = (subjects: ReadonlyMap<string, Uint8Array>, predicate: Predicate): Statement => ({
  _type: statementType,
  subject: [...subjects]
    .map(([name, bytes]) => ({ name, digest: { sha256: sha256Hex(bytes) } }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  predicateType,
  predicate,
});

const predicateOf = (record: RunRecord, parts: ReceiptParts, lines: readonly Uint8Array[]): Predicate => {
  const events = record.events.map((line) => event.parse(JSON.parse(line)));
  const facts = summarize(events, record.policy);
  if (facts === undefined)
    throw new ComputerUseError("receipt_not_written", `run ${record.runId} has no end in its events`, { runId: record.runId });
  return {
    runId: record.runId,
    policyDigest: record.policyDigest,
    machineVersion,
    controlDigest: record.controlDigest,
    events: { count: lines.length, head: sha256Hex(lines.at(-1) ?? ""), root: merkleRootHex(sha256Bytes, lines) },
    summary: facts,
    points: record.policy.points,
    build: parts.build,
    timing: { startedWallMs: record.startedWallMs, endedWallMs: record.endedWallMs },
    producer: { name: "deskgate", version: parts.version, host: record.host, planner: record.planner },
    independentChecks: [...parts.independentChecks],
    claimsNotMade: [...claimsNotMade],
  };
};

/** A receipt that its own verifier would not read is not worth signing: better to say so while the run's record is still here. */
const checked = (made: Statement): Statement => {
  const parsed = statement.safeParse(made);
  if (parsed.success) return made;
  const [issue] = parsed.error.issues;
  throw new ComputerUseError(
    "receipt_not_written",
    `the receipt's ${issue?.path.join(".") ?? "statement"}: ${issue?.message ?? "another shape"}`,
    { runId: made.predicate.runId },
  );
};
