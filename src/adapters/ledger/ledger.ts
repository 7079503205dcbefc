import { canonicalJson, type Json } from "../../base/index.js";
import type { Journal } from "../../agent/ports.js";
import type { DispatchOutcome } from "../../contract/dispatch.js";
import type { Admission, EndStatus } from "../../contract/outputs.js";
import { firstBreak, genesis, hashOf, type LedgerRecord, type RecordKind } from "./chain.js";
import { connect, type Connection } from "./database.js";
import { LedgerError, ledgerFault } from "./fault.js";
import { isAlive, ownIdentity, type ProcessIdentity } from "./process.js";

type Entry = { readonly kind: RecordKind; readonly runId: string; readonly admission: number | null; readonly body: unknown };

const columns = "seq, prev, hash, kind, run_id AS runId, opened, admission, body";
const openRunsSql = `SELECT ${columns} FROM records AS started WHERE kind = 'open'
  AND NOT EXISTS (SELECT 1 FROM records WHERE run_id = started.run_id AND kind = 'end') ORDER BY seq`;
const insertSql = `INSERT INTO records (seq, prev, hash, kind, run_id, opened, admission, body)
  VALUES (@seq, @prev, @hash, @kind, @runId, @opened, @admission, @body)`;

/** The statements of one more record: compiled once, since that costs more than running them. */
const appendingOn = (db: Connection) => ({
  last: db.prepare<[], { seq: number; hash: string }>("SELECT seq, hash FROM records ORDER BY seq DESC LIMIT 1"),
  opened: db.prepare<[string], { seq: number }>("SELECT seq FROM records WHERE run_id = ? AND kind = 'open'"),
  insert: db.prepare<[LedgerRecord]>(insertSql),
});
type Appending = ReturnType<typeof appendingOn>;

export type LedgerOptions = {
  /** How long another process's write is waited for. */
  readonly busyMs?: number;
  /** Size of the file at most, in pages of 4096 bytes; 4 GiB when left out. A full ledger is a full disk. */
  readonly pagesMax?: number;
};

/** The append-only ledger of runs. A promise that resolves means: durably on the disk. */
export class Ledger implements Journal {
  readonly #db: Connection;
  readonly #path: string;
  readonly #appending: Appending;

  constructor(path: string, options: LedgerOptions) {
    this.#path = path;
    this.#db = connect(path, options.busyMs ?? 5000, options.pagesMax ?? 1_048_576);
    try {
      this.#appending = appendingOn(this.#db);
      const broken = firstBreak(this.records());
      if (broken !== undefined)
        throw new LedgerError(
          "corrupt",
          `ledger ${path}: record ${broken} does not follow the one before it; keep the file for inspection and start a new one`,
        );
      this.#markInterrupted();
    } catch (error) {
      this.#db.close();
      throw ledgerFault(path, error);
    }
  }

  /** All records, oldest first. */
  records(): IterableIterator<LedgerRecord> {
    return this.#db.prepare(`SELECT ${columns} FROM records ORDER BY seq`).iterate() as IterableIterator<LedgerRecord>;
  }

  async open({
    runId,
    policyDigest,
    wallMs,
  }: {
    runId: string;
    policyDigest: string;
    wallMs: number;
  }): Promise<"opened" | "reused"> {
    const used = this.#db.prepare("SELECT 1 FROM records WHERE run_id = ?");
    return this.#write(() => {
      if (used.get(runId) !== undefined) return "reused";
      this.#append({ kind: "open", runId, admission: null, body: { policyDigest, process: ownIdentity(), wallMs } });
      return "opened";
    });
  }

  async intent(runId: string, admission: Admission): Promise<void> {
    this.#write(() => this.#append({ kind: "intent", runId, admission: admission.admission, body: admission }));
  }

  async outcome(runId: string, admission: number, outcome: DispatchOutcome): Promise<void> {
    this.#write(() => this.#append({ kind: "outcome", runId, admission, body: outcome }));
  }

  async end(runId: string, status: EndStatus, head: string): Promise<void> {
    this.#write(() => this.#append({ kind: "end", runId, admission: null, body: { status, head } }));
  }

  close(): void {
    this.#db.close();
  }

  /** The one way in: takes the write lock first, so that two processes never number the same record. */
  #write<T>(work: () => T): T {
    try {
      return this.#db.transaction(work).immediate();
    } catch (error) {
      throw ledgerFault(this.#path, error);
    }
  }

  /** Adds one record at the end of the chain. Only inside `#write`. */
  #append({ kind, runId, admission, body }: Entry): void {
    const last = this.#appending.last.get();
    const run = this.#appending.opened.get(runId);
    const record = {
      seq: (last?.seq ?? -1) + 1,
      prev: last?.hash ?? genesis,
      hash: "",
      kind,
      runId,
      opened: kind === "open" ? null : (run?.seq ?? -1),
      admission,
      body: canonicalJson(body as Json),
    };
    this.#appending.insert.run({ ...record, hash: hashOf(record) });
  }

  /** A run without an end whose process is gone was cut off: what it had admitted last is unknown, never "not done". */
  #markInterrupted(): void {
    this.#write(() => {
      for (const { runId, body } of this.#db.prepare(openRunsSql).all() as LedgerRecord[]) {
        const { process } = JSON.parse(body) as { process: ProcessIdentity };
        if (!isAlive(process)) this.#append({ kind: "end", runId, admission: null, body: { status: "interrupted", head: null } });
      }
    });
  }
}

/**
 * Opens the ledger at `path`, or creates it. Throws `LedgerError` when its schema differs, its chain is broken, or it cannot be
 * written. Several processes may have one ledger open.
 */
export const openLedger = (path: string, options: LedgerOptions = {}): Ledger => new Ledger(path, options);
