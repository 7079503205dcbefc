/** Version of the schema below. A ledger with another text is refused, never migrated behind its owner's back. */
export const schemaVersion = 1;

/**
 * Append only. The triggers refuse every change and every insertion that is not the next one: without the last, `INSERT OR REPLACE`
 * on an old seq rewrites a row. Uniqueness is kept by triggers too, and not by indexes, since a REPLACE that meets a unique index
 * deletes the older row without asking the delete trigger.
 */
export const schema: readonly string[] = [
  `CREATE TABLE records (
  seq INTEGER PRIMARY KEY CHECK (seq >= 0),
  prev TEXT NOT NULL CHECK (length(prev) = 64),
  hash TEXT NOT NULL CHECK (length(hash) = 64),
  kind TEXT NOT NULL CHECK (kind IN ('open', 'intent', 'outcome', 'end')),
  run_id TEXT NOT NULL CHECK (length(run_id) BETWEEN 1 AND 64),
  opened INTEGER REFERENCES records (seq),
  admission INTEGER CHECK (admission >= 0),
  body TEXT NOT NULL CHECK (json_valid(body)),
  CHECK ((kind = 'open') = (opened IS NULL)),
  CHECK ((kind IN ('intent', 'outcome')) = (admission IS NOT NULL))
) STRICT`,
  `CREATE INDEX records_by_run ON records (run_id, kind, admission)`,
  `CREATE TRIGGER records_no_update BEFORE UPDATE ON records BEGIN
  SELECT RAISE(ABORT, 'ledger: records are never changed');
END`,
  `CREATE TRIGGER records_no_delete BEFORE DELETE ON records BEGIN
  SELECT RAISE(ABORT, 'ledger: records are never deleted');
END`,
  `CREATE TRIGGER records_next BEFORE INSERT ON records
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq) + 1, 0) FROM records)
  OR (NEW.seq > 0 AND NEW.prev IS NOT (SELECT hash FROM records WHERE seq = NEW.seq - 1)) BEGIN
  SELECT RAISE(ABORT, 'ledger: a record is only added at the end');
END`,
  `CREATE TRIGGER records_one_run BEFORE INSERT ON records
WHEN NEW.kind = 'open' AND EXISTS (SELECT 1 FROM records WHERE run_id = NEW.run_id) BEGIN
  SELECT RAISE(ABORT, 'ledger: run_id_reused');
END`,
  `CREATE TRIGGER records_of_open_run BEFORE INSERT ON records
WHEN NEW.kind <> 'open' AND (
  NOT EXISTS (SELECT 1 FROM records WHERE seq = NEW.opened AND kind = 'open' AND run_id = NEW.run_id)
  OR EXISTS (SELECT 1 FROM records WHERE run_id = NEW.run_id AND kind = 'end')) BEGIN
  SELECT RAISE(ABORT, 'ledger: the run is not open');
END`,
  `CREATE TRIGGER records_once BEFORE INSERT ON records
WHEN NEW.kind IN ('intent', 'outcome')
  AND EXISTS (SELECT 1 FROM records WHERE run_id = NEW.run_id AND kind = NEW.kind AND admission = NEW.admission) BEGIN
  SELECT RAISE(ABORT, 'ledger: the admission has such a record already');
END`,
  `CREATE TRIGGER records_intent_first BEFORE INSERT ON records
WHEN NEW.kind = 'outcome'
  AND NOT EXISTS (SELECT 1 FROM records WHERE run_id = NEW.run_id AND kind = 'intent' AND admission = NEW.admission) BEGIN
  SELECT RAISE(ABORT, 'ledger: an outcome without an intent');
END`,
];
