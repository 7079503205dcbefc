import { expect, test } from "vitest";
import { endTurn, turn } from "../../src/agent/testing/index.ts";
import { refusalCodes, refusals, sortRefusals, type RefusalCode } from "../../src/contract/refusals.ts";
import { actions } from "./refusals/actions.ts";
import { attestations } from "./refusals/attestation.ts";
import { budgets } from "./refusals/budgets.ts";
import { click, reach, type Case } from "./refusals/case.ts";
import { decisions } from "./refusals/decisions.ts";
import { dispatches } from "./refusals/dispatch.ts";
import { frames } from "./refusals/frames.ts";
import { opening } from "./refusals/opening.ts";
import { targets } from "./refusals/target.ts";
import { bench, bodies, run } from "./run.ts";

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
const reached = new Set<RefusalCode>();

test.each(cases)("$code: $when", async (given) => {
  const { refused, lines, status } = await reach(given);
  expect(refused).toContain(given.code);
  for (const { codes, replan } of bodies(lines, "refuse")) {
    expect(codes).toEqual(sortRefusals(codes));
    // A refusal that the table calls final never leads to another planner call; one that it does not may still end the run.
    if (replan) expect(codes.every((code) => refusals[code].replan)).toBe(true);
  }
  if (!refusals[given.code].replan) expect(status).not.toBe("completed");
  reached.add(given.code);
});

test("cancelled: the host's signal fires while the planner thinks", async () => {
  const controller = new AbortController();
  const parts = bench();
  const planner = { identity: "planner", plan: async () => (controller.abort(), turn(click)) };
  expect(await run(parts, planner, { signal: controller.signal })).toMatchObject({ status: "cancelled", codes: ["cancelled"] });
  reached.add("cancelled");
});

test("every code of the table is reached", () => {
  expect(refusalCodes.filter((code) => !reached.has(code))).toEqual([]);
});

/** Refusals found before or at admission: whatever they are, nothing may be sent. */
const beforeDispatch = [
  ...opening.filter(({ when }) => !when.includes("outcome")),
  ...attestations,
  ...targets.filter(({ turns }) => turns === undefined),
];
test.each(beforeDispatch)("nothing is dispatched after $code: $when", async (given) => {
  expect((await reach({ ...given, turns: given.turns ?? (() => [turn(click), endTurn()]) })).dispatched).toBe(0);
});
