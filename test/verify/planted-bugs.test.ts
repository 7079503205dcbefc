import { describe, expect, test, vi } from "vitest";
import type { RunRecord } from "../../src/agent/ports.ts";
import { turn } from "../../src/agent/testing/index.ts";
import { verifyReceipt, type CheckId } from "../../src/verify/index.ts";
import { actions } from "../agent/refusals/actions.ts";
import { attestations } from "../agent/refusals/attestation.ts";
import { budgets } from "../agent/refusals/budgets.ts";
import { click, type Case } from "../agent/refusals/case.ts";
import { decisions } from "../agent/refusals/decisions.ts";
import { dispatches } from "../agent/refusals/dispatch.ts";
import { frames } from "../agent/refusals/frames.ts";
import { opening } from "../agent/refusals/opening.ts";
import { targets } from "../agent/refusals/target.ts";
import { bugs } from "./bugs/index.ts";
import { eventsOf, receiptOf, trust } from "./receipts.ts";
import { echo } from "./vectors/vector.ts";

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

/** What the laws alone say of a run: the machine is taken at its word. */
const lawsOf = (record: RunRecord): readonly CheckId[] => {
  const machines = echo(eventsOf(record));
  return verifyReceipt(receiptOf(record).files, { trust, machines }).findings.map(({ check }) => check);
};

/** A run that the host cancels, 50 ms before anybody notices, while the planner thinks. Over the machine as it is now, bug and all. */
const cancelledRun = async (): Promise<RunRecord | undefined> => {
  const { bench, run } = await import("../agent/run.ts");
  const controller = new AbortController();
  const parts = bench();
  const plan = async () => {
    controller.abort();
    parts.clock.advanceMs(50);
    return turn(click);
  };
  return (await run(parts, { identity: "planner", plan }, { signal: controller.signal })).record;
};

/**
 * Bugs planted in the machine, each run through the cases that reach the code which it breaks. The replay would not see one: a shared
 * machine shares its bugs. The laws must.
 */
test("without a bug the laws find nothing in the same runs", async () => {
  const { reach } = await import("../agent/refusals/case.ts");
  const records = [
    await cancelledRun(),
    ...(await Promise.all(bugs.flatMap(({ make }) => make ?? []).map(async (one) => (await reach(one)).record))),
  ];
  expect(records).not.toContain(undefined);
  expect(records.flatMap((record) => (record === undefined ? [] : lawsOf(record)))).toEqual([]);
});

describe("a bug planted in the machine is found by the laws", () => {
  test.each(bugs)("$name: $law", async ({ file, plant, codes, law, make, cancelled }) => {
    vi.resetModules();
    const path = new URL(`../../src/core/${file}`, import.meta.url).pathname;
    vi.doMock(path, async (original) => {
      const real = await original<Record<string, never>>();
      return { ...real, ...plant(real) };
    });
    try {
      const { reach } = await import("../agent/refusals/case.ts");
      const chosen = [...cases.filter(({ code }) => codes.includes(code)), ...(make ?? [])];
      const found: CheckId[] = [];
      const stopped = cancelled === true ? await cancelledRun() : undefined;
      if (stopped !== undefined) found.push(...lawsOf(stopped));
      for (const one of chosen) {
        // A bug may also make the machine fail an assertion of its own: then that run proves nothing.
        const record = await reach(one).then(
          (reached) => reached.record,
          () => undefined,
        );
        if (record !== undefined) found.push(...lawsOf(record));
      }
      expect(found).toContain(law);
    } finally {
      vi.doUnmock(path);
    }
  });
});
