import type { RunRecord } from "../../../src/agent/ports.ts";
import { endTurn, scriptedPlanner, turn } from "../../../src/agent/testing/index.ts";
import { after, click } from "../../agent/refusals/case.ts";
import { bench, run } from "../../agent/run.ts";

export const recordOf = async (
  ...[turns, options]: readonly [Parameters<typeof scriptedPlanner>[0], Parameters<typeof run>[2]?]
): Promise<RunRecord> => {
  const outcome = await run(bench(), scriptedPlanner(turns), options);
  if (outcome.record === undefined) throw new Error("the run has no record");
  return outcome.record;
};

/** Two clicks without effects outside, far enough apart. */
export const twoClicks = async (): Promise<RunRecord> => {
  const parts = bench();
  const second = after(() => parts.clock.advanceMs(1000), click);
  const outcome = await run(parts, scriptedPlanner([turn(click), second, endTurn()]));
  if (outcome.record === undefined) throw new Error("the run has no record");
  return outcome.record;
};
export const waits = async (): Promise<RunRecord> => recordOf([1, 2, 3].map((ms) => turn({ type: "wait", ms })).concat(endTurn()));
export const observing = async (): Promise<RunRecord> =>
  recordOf([turn({ type: "screenshot" }), endTurn()], {
    policy: { actions: ["screenshot"], files: { read: [], write: [] }, outputs: [] },
  });
export const changedFrame = async (): Promise<RunRecord> => {
  const parts = bench();
  const change = after(() => void (parts.desktop.world.pixels += 1), click);
  const outcome = await run(parts, scriptedPlanner([change, turn(click), endTurn()]));
  if (outcome.record === undefined) throw new Error("the run has no record");
  return outcome.record;
};
export const cancelled = async (): Promise<RunRecord> => {
  const controller = new AbortController();
  const parts = bench();
  const planner = { identity: "planner", plan: async () => (controller.abort(), turn(click)) };
  const outcome = await run(parts, planner, { signal: controller.signal });
  if (outcome.record === undefined) throw new Error("the run has no record");
  return outcome.record;
};
