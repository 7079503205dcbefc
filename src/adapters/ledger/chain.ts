import { domainDigest } from "../../base/crypto/domain-digest.js";

export const recordKinds = ["open", "intent", "outcome", "end"] as const;
export type RecordKind = (typeof recordKinds)[number];

/** One record. `body` is the RFC 8785 text of what is recorded. */
export type LedgerRecord = {
  readonly seq: number;
  readonly prev: string;
  readonly hash: string;
  readonly kind: RecordKind;
  readonly runId: string;
  /** Seq of the record that opened the run; `null` for that record itself. */
  readonly opened: number | null;
  readonly admission: number | null;
  readonly body: string;
};

export const genesis = domainDigest("ledger", { schemaVersion: 1 });

/** Hash of a record, over its place, its predecessor's hash and all that it says. */
export const hashOf = ({ seq, prev, kind, runId, opened, admission, body }: LedgerRecord): string =>
  domainDigest("ledger-record", { seq, prev, kind, runId, opened, admission, body });

/** Seq of the first record that does not follow the one before it, or whose hash is not its own. `undefined` when the chain is whole. */
export const firstBreak = (records: Iterable<LedgerRecord>): number | undefined => {
  let [seq, prev] = [0, genesis];
  for (const record of records) {
    if (record.seq !== seq || record.prev !== prev || hashOf(record) !== record.hash) return seq;
    [seq, prev] = [seq + 1, record.hash];
  }
  return undefined;
};
