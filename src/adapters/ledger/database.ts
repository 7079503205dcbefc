import { closeSync, openSync } from "node:fs";
import Database from "better-sqlite3";
import { LedgerError, ledgerFault } from "./fault.js";
import { schema, schemaVersion } from "./schema.js";

export type Connection = Database.Database;

type SchemaRow = { readonly type: string; readonly name: string; readonly sql: string | null };
const schemaOf = (db: Connection): readonly string[] =>
  (
    db.prepare("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name").all() as SchemaRow[]
  ).map(({ type, name, sql }) => `${type} ${name} ${sql ?? ""}`);

const expectedSchema = (): readonly string[] => {
  const fresh = new Database(":memory:");
  try {
    for (const statement of schema) fresh.exec(statement);
    return schemaOf(fresh);
  } finally {
    fresh.close();
  }
};

const configure = (db: Connection, path: string, pagesMax: number): void => {
  db.pragma("trusted_schema = OFF");
  const mode = db.pragma("journal_mode = WAL", { simple: true });
  if (mode !== "wal")
    throw new LedgerError(
      "unwritable",
      `ledger ${path}: its file system cannot hold a write-ahead log (journal_mode is ${String(mode)}); use a local disk`,
    );
  // FULL: a commit that returned is on the disk, and so an intent is there before its action is dispatched.
  db.pragma("synchronous = FULL");
  db.pragma("foreign_keys = ON");
  db.pragma(`max_page_count = ${pagesMax}`);
};

const prepare = (db: Connection, path: string): void => {
  const create = db.transaction(() => {
    if (schemaOf(db).length > 0) return;
    for (const statement of schema) db.exec(statement);
    db.pragma(`user_version = ${schemaVersion}`);
  });
  create.immediate();
  const [found, wanted] = [schemaOf(db), expectedSchema()];
  if (found.join("\n") !== wanted.join("\n") || db.pragma("user_version", { simple: true }) !== schemaVersion)
    throw new LedgerError(
      "schema_differs",
      `ledger ${path}: its schema is not the one of this version; keep the file, and name another path`,
    );
  const damage = db.pragma("quick_check", { simple: true });
  if (damage !== "ok")
    throw new LedgerError(
      "corrupt",
      `ledger ${path}: SQLite finds it damaged (${String(damage)}); keep the file for inspection and start a new one`,
    );
};

/** Opens or creates the database. It is the owner's alone (0600), like the write-ahead log beside it. */
export const connect = (path: string, busyMs: number, pagesMax: number): Connection => {
  try {
    closeSync(openSync(path, "a", 0o600));
  } catch (cause) {
    throw new LedgerError(
      "unwritable",
      `ledger ${path}: it cannot be opened for writing; check its folder and permissions (${cause instanceof Error ? cause.message : ""})`,
      cause,
    );
  }
  let db: Connection | undefined;
  try {
    db = new Database(path, { timeout: busyMs });
    configure(db, path, pagesMax);
    prepare(db, path);
    return db;
  } catch (error) {
    db?.close();
    throw ledgerFault(path, error);
  }
};
