import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Ledger } from "../../../dist/adapters/ledger/index.js";
import { attempt, clickEntry, counting, openWorld, type World } from "./world.ts";

/** A ledger that cannot be written: no action is sent, and what happened is said. A full ledger is a full disk. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await world.close();
});

/** Pages of 4096 bytes: room for the schema and little else. */
const pagesMax = 12;

const fill = async (ledger: Ledger): Promise<void> => {
  for (let index = 0; ; index += 1) {
    const opened = await ledger
      .open({ runId: `filler-${process.hrtime.bigint()}-${index}`, policyDigest: "0".repeat(64), wallMs: 0 })
      .then(
        () => "opened",
        (error: unknown) => error,
      );
    if (opened === "opened") continue;
    expect(opened).toMatchObject({ ledgerFault: "disk_full" });
    return;
  }
};

describe("the disk is full", () => {
  test("a new ledger that cannot even hold its tables is refused by name", () => {
    const path = join(world.folder, "none.db");
    expect(() => world.built.openLedger(path, { pagesMax: 2 })).toThrow(
      expect.objectContaining({
        ledgerFault: "disk_full",
        message: expect.stringMatching(/none\.db: the disk is full.*make room/),
      }),
    );
  });

  test("when the run is opened: journal_unavailable, no receipt, nothing sent", async () => {
    const ledger = world.built.openLedger(join(world.folder, "full.db"), { pagesMax });
    await fill(ledger);
    const { result, seen } = await counting(world, async () => attempt(world, { journal: ledger }));
    expect(result.outcome).toMatchObject({ status: "refused", codes: ["journal_unavailable"], receipt: undefined });
    expect(result.outcome?.problems.join()).toMatch(/full\.db: the disk is full/);
    expect(seen).toEqual({ target: 0, raw: 0 });
    ledger.close();
  });

  test("when an action is to be journaled: journal_unavailable, nothing sent, the receipt is written and verifies", async () => {
    const path = join(world.folder, "later.db");
    const ledger = world.built.openLedger(path, { pagesMax });
    const { result, seen } = await counting(world, async () =>
      attempt(world, {
        journal: ledger,
        plan: async (request, signal) => {
          await fill(ledger);
          return clickEntry(world)(request, signal);
        },
      }),
    );
    expect(result.outcome).toMatchObject({ status: "refused", codes: ["journal_unavailable"] });
    expect(result).toMatchObject({ dispatched: 0, verified: 0 });
    expect(result.outcome?.problems.join()).toMatch(/later\.db: the disk is full/);
    expect(seen).toEqual({ target: 0, raw: 0 });
    // Nothing is half-written: its chain is whole when it is opened again.
    ledger.close();
    world.built.openLedger(path).close();
  });
});

const holder = fileURLToPath(new URL("hold-ledger.mjs", import.meta.url));

/** Another process that holds the write lock until its input ends. */
const holding = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
  const child = spawn(process.execPath, [holder, path], { stdio: ["pipe", "pipe", "inherit"] });
  const closed = once(child, "close");
  try {
    expect(String((await once(child.stdout, "data"))[0])).toBe("held\n");
    return await work();
  } finally {
    child.stdin.end();
    await closed;
  }
};

describe("another process holds the ledger", () => {
  test("when the run is opened: journal_unavailable, nothing sent; when it lets go, the same ledger works", async () => {
    const path = join(world.folder, "held.db");
    const ledger = world.built.openLedger(path, { busyMs: 100 });
    const { result, seen } = await counting(world, async () => holding(path, async () => attempt(world, { journal: ledger })));
    expect(result.outcome).toMatchObject({ status: "refused", codes: ["journal_unavailable"], receipt: undefined });
    expect(result.outcome?.problems.join()).toMatch(/held\.db: another process holds it; wait for that process to end/);
    expect(seen).toEqual({ target: 0, raw: 0 });
    expect(await attempt(world, { journal: ledger })).toMatchObject({ outcome: { status: "completed" }, dispatched: 1 });
    ledger.close();
  });

  test("when an action is to be journaled: nothing sent, the receipt is written", async () => {
    const path = join(world.folder, "held-later.db");
    const ledger = world.built.openLedger(path, { busyMs: 100 });
    const held: { release: () => void } = { release: () => undefined };
    const { result, seen } = await counting(world, async () => {
      let done: Promise<void> = Promise.resolve();
      const ended = new Promise<void>((resolve) => {
        held.release = resolve;
      });
      const result = await attempt(world, {
        journal: ledger,
        plan: async (request, signal) => {
          await new Promise<void>((resolve) => {
            done = holding(path, async () => {
              resolve();
              await ended;
            });
          });
          return clickEntry(world)(request, signal);
        },
      });
      held.release();
      await done;
      return result;
    });
    expect(result.outcome).toMatchObject({ status: "refused", codes: ["journal_unavailable"] });
    expect(result).toMatchObject({ dispatched: 0, verified: 0 });
    expect(seen).toEqual({ target: 0, raw: 0 });
    ledger.close();
  });

  test("opening it fails by name, within the wait that was asked for", async () => {
    const path = join(world.folder, "held-open.db");
    world.built.openLedger(path).close();
    const started = performance.now();
    const error = await holding(path, async () => {
      try {
        world.built.openLedger(path, { busyMs: 200 }).close();
        return undefined;
      } catch (thrown) {
        return thrown;
      }
    });
    expect(error).toMatchObject({
      ledgerFault: "locked",
      message: expect.stringMatching(/held-open\.db: another process holds it/),
    });
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
