import { JournalError } from "../../contract/errors.js";

/** What can be wrong with a ledger. */
export type LedgerFault = "disk_full" | "schema_differs" | "corrupt" | "locked" | "unwritable" | "io" | "refused";

/** A ledger that cannot be read or written. Nothing was half-written: SQLite rolled the transaction back. */
export class LedgerError extends JournalError {
  readonly ledgerFault: LedgerFault;
  constructor(ledgerFault: LedgerFault, message: string, cause?: unknown) {
    super(message, cause);
    this.ledgerFault = ledgerFault;
  }
}

const rows: readonly (readonly [RegExp, LedgerFault, string])[] = [
  [/^SQLITE_FULL/, "disk_full", "the disk is full, or the ledger has reached its greatest size; make room and start again"],
  [/^SQLITE_(?:BUSY|LOCKED)/, "locked", "another process holds it; wait for that process to end"],
  [/^SQLITE_(?:CORRUPT|NOTADB)/, "corrupt", "it is damaged or no ledger; keep the file for inspection and start a new one"],
  [/^SQLITE_(?:READONLY|CANTOPEN|PERM|AUTH)/, "unwritable", "it cannot be opened for writing; check its folder and permissions"],
  [/^SQLITE_IOERR/, "io", "reading or writing its disk failed"],
  [/^SQLITE_CONSTRAINT/, "refused", "it refused the record"],
];

/** Names the fault that a SQLite error stands for. Anything that is none of SQLite's is a bug, and stays what it is. */
export const ledgerFault = (path: string, error: unknown): unknown => {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const row = rows.find(([pattern]) => pattern.test(code));
  if (row === undefined || !(error instanceof Error)) return error;
  const [, fault, says] = row;
  return new LedgerError(fault, `ledger ${path}: ${says} (${error.message})`, error);
};
