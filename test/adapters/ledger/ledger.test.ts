import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LedgerError, openLedger, type Ledger, type LedgerRecord } from "../../../src/adapters/ledger/index.ts";
import { hashOf } from "../../../src/adapters/ledger/chain.ts";
import type { Admission } from "../../../src/contract/outputs.ts";

let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deskgate-ledger-"));
  path = join(folder, "ledger.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const digest = "a".repeat(64);
const admission = (number: number): Admission => ({
  admission: number,
  sequence: number,
  nonce: "b".repeat(32),
  previewDigest: digest,
  primitiveDigest: digest,
  action: { type: "clipboard_read" },
  frameId: 0,
  window: 0,
  notAfterUs: 1,
});
const sent = { outcome: "dispatched", deliveredTo: "target", eventsSent: 2, grabUs: 900 } as const;

const wholeRun = async (ledger: Ledger, runId: string): Promise<void> => {
  await ledger.open({ runId, policyDigest: digest, wallMs: 1 });
  await ledger.intent(runId, admission(0));
  await ledger.outcome(runId, 0, sent);
  await ledger.end(runId, "completed", digest);
};
const listed = (ledger: Ledger): LedgerRecord[] => [...ledger.records()];
const faultOf = (work: () => unknown): string | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof LedgerError ? error.ledgerFault : `another error: ${String(error)}`;
  }
};

/** Edits the file as some other program could. */
const tamper =
  (sql: string): (() => void) =>
  () => {
    const db = new Database(path);
    try {
      db.exec(sql);
    } finally {
      db.close();
    }
  };

describe("what is recorded", () => {
  test("a run's records are chained, in order, and there again after closing", async () => {
    const ledger = openLedger(path);
    await wholeRun(ledger, "run-1");
    ledger.close();
    const again = openLedger(path);
    const records = listed(again);
    again.close();
    expect(records.map(({ seq, kind, opened, admission: of }) => [seq, kind, opened, of])).toEqual([
      [0, "open", null, null],
      [1, "intent", 0, 0],
      [2, "outcome", 0, 0],
      [3, "end", 0, null],
    ]);
    expect(records.every((record) => hashOf(record) === record.hash)).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("a run id serves once, in this process and after it", async () => {
    const ledger = openLedger(path);
    expect(await ledger.open({ runId: "run-1", policyDigest: digest, wallMs: 1 })).toBe("opened");
    expect(await ledger.open({ runId: "run-1", policyDigest: digest, wallMs: 1 })).toBe("reused");
    await ledger.end("run-1", "completed", digest);
    ledger.close();
    const again = openLedger(path);
    expect(await again.open({ runId: "run-1", policyDigest: digest, wallMs: 1 })).toBe("reused");
    again.close();
  });

  test.each([
    ["an intent of no run", (ledger: Ledger) => ledger.intent("run-9", admission(0))],
    ["an outcome without its intent", (ledger: Ledger) => ledger.outcome("run-1", 0, sent)],
    [
      "an intent of an ended run",
      async (ledger: Ledger) => {
        await ledger.end("run-1", "completed", digest);
        await ledger.intent("run-1", admission(0));
      },
    ],
    [
      "the same intent twice",
      async (ledger: Ledger) => {
        await ledger.intent("run-1", admission(0));
        await ledger.intent("run-1", admission(0));
      },
    ],
    [
      "two ends",
      async (ledger: Ledger) => {
        await ledger.end("run-1", "completed", digest);
        await ledger.end("run-1", "completed", digest);
      },
    ],
  ])("%s is refused", async (_, work) => {
    const ledger = openLedger(path);
    await ledger.open({ runId: "run-1", policyDigest: digest, wallMs: 1 });
    await expect(work(ledger)).rejects.toMatchObject({ ledgerFault: "refused", fault: "journal_failed" });
    ledger.close();
  });
});

const row = (seq: string) => `SELECT ${seq}, prev, hash, kind, 'run-2', opened, admission, body FROM records WHERE seq = 0`;

describe("append only, even for other programs", () => {
  test.each([
    ["UPDATE", "UPDATE records SET body = '{}'"],
    ["DELETE", "DELETE FROM records"],
    ["INSERT OR REPLACE on an old seq", `INSERT OR REPLACE INTO records ${row("0")}`],
    ["REPLACE on an old seq", `REPLACE INTO records ${row("1")}`],
    ["INSERT with a gap", `INSERT INTO records ${row("9")}`],
    ["INSERT OR IGNORE with a gap", `INSERT OR IGNORE INTO records ${row("9")}`],
    ["INSERT before the first", `INSERT INTO records ${row("-1")}`],
    ["INSERT at the end that does not follow the chain", `INSERT INTO records ${row("4")}`],
    [
      "REPLACE that reuses a run id",
      "REPLACE INTO records SELECT 4, (SELECT hash FROM records WHERE seq = 3), hash, kind, run_id, opened, admission, body FROM records WHERE seq = 0",
    ],
    ["UPSERT", `INSERT INTO records ${row("0")} ON CONFLICT (seq) DO UPDATE SET body = '{}'`],
  ])("%s is refused, and nothing changed", async (_, sql) => {
    const ledger = openLedger(path);
    await wholeRun(ledger, "run-1");
    const before = listed(ledger);
    expect(tamper(sql)).toThrow(/ledger: |constraint/);
    expect(listed(ledger)).toEqual(before);
    ledger.close();
  });

  test.each([
    ["a trigger was dropped", "DROP TRIGGER records_no_update", "schema_differs"],
    [
      "a trigger was weakened",
      "DROP TRIGGER records_no_delete; CREATE TRIGGER records_no_delete BEFORE DELETE ON records BEGIN SELECT 1; END",
      "schema_differs",
    ],
    ["a table was added", "CREATE TABLE notes (text TEXT)", "schema_differs"],
    ["the version is another", "PRAGMA user_version = 2", "schema_differs"],
  ])("opening finds that %s", async (_, sql, fault) => {
    const ledger = openLedger(path);
    await wholeRun(ledger, "run-1");
    ledger.close();
    tamper(sql)();
    expect(faultOf(() => openLedger(path))).toBe(fault);
  });

  test("opening finds a record that was edited with the triggers out of the way and put back", async () => {
    const ledger = openLedger(path);
    await wholeRun(ledger, "run-1");
    ledger.close();
    const db = new Database(path);
    const { sql } = db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'records_no_update'").get() as { sql: string };
    db.exec(`DROP TRIGGER records_no_update; UPDATE records SET body = '{"status":"refused"}' WHERE seq = 3; ${sql}`);
    db.close();
    expect(faultOf(() => openLedger(path))).toBe("corrupt");
  });
});

describe("what the world does to it", () => {
  test("a file that is no database, and one that was cut, are corrupt", async () => {
    writeFileSync(path, "not a database, and long enough to be looked at as one by SQLite, which reads its first hundred bytes");
    expect(faultOf(() => openLedger(path))).toBe("corrupt");
  });

  test("a folder that is not there is unwritable", () =>
    expect(faultOf(() => openLedger(join(folder, "none", "ledger.db")))).toBe("unwritable"));

  test("a full ledger refuses the record, keeps what it has, and says so", async () => {
    const ledger = openLedger(path, { pagesMax: 12 });
    await ledger.open({ runId: "run-1", policyDigest: digest, wallMs: 1 });
    const fill = async (): Promise<void> => {
      for (let index = 0; index < 1000; index += 1) await ledger.intent("run-1", admission(index));
    };
    await expect(fill()).rejects.toMatchObject({ ledgerFault: "disk_full", fault: "journal_failed" });
    const kept = listed(ledger);
    expect(kept.length).toBeGreaterThan(1);
    ledger.close();
    const again = openLedger(path);
    expect(listed(again).slice(0, kept.length)).toEqual(kept);
    again.close();
  });

  test("another process's lock is waited for, and no longer than asked", async () => {
    const ledger = openLedger(path, { busyMs: 50 });
    const other = new Database(path);
    other.exec("BEGIN IMMEDIATE");
    await expect(ledger.open({ runId: "run-1", policyDigest: digest, wallMs: 1 })).rejects.toMatchObject({ ledgerFault: "locked" });
    other.exec("ROLLBACK");
    expect(await ledger.open({ runId: "run-1", policyDigest: digest, wallMs: 1 })).toBe("opened");
    other.close();
    ledger.close();
  });
});

const holder = (...args: string[]) =>
  spawn(process.execPath, [fileURLToPath(new URL("holder.mjs", import.meta.url)), path, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });

const ended = (child: ReturnType<typeof holder>) => new Promise<number | null>((resolve) => child.once("close", resolve));

describe("other processes", () => {
  test("a run whose process was killed is interrupted at the next start, and one whose process lives is not", async () => {
    const [dead, alive] = [holder("hold", "dead"), holder("hold", "alive")];
    await Promise.all([dead, alive].map((child) => new Promise((resolve) => child.stdout.once("data", resolve))));
    dead.kill("SIGKILL");
    await ended(dead);
    const ledger = openLedger(path);
    const ends = listed(ledger).filter(({ kind }) => kind === "end");
    expect(ends.map(({ runId, body }) => [runId, JSON.parse(body)])).toEqual([["dead", { head: null, status: "interrupted" }]]);
    ledger.close();
    alive.kill("SIGKILL");
    await ended(alive);
  });

  test("two processes append at once without loss", async () => {
    const both = [holder("append", "left", "40"), holder("append", "right", "40")].map(async (child) => ended(child));
    expect(await Promise.all(both)).toEqual([0, 0]);
    const ledger = openLedger(path);
    expect(listed(ledger)).toHaveLength(160);
    expect(new Set(listed(ledger).map(({ runId }) => runId)).size).toBe(80);
    ledger.close();
  });
});
