import { describe, expect, test } from "vitest";
import { requestMsMax } from "../../../src/contract/bounds.ts";
import type { Admission } from "../../../src/contract/outputs.ts";
import type { SealedAction } from "../../../src/contract/proposal.ts";
import { refuseOutput, request } from "../../../src/core/machine/requests.ts";
import { limits } from "../../agent/limits.ts";
import { click, policy } from "../controls/facts.ts";
import { now, planned, startedAt, stateIn } from "./states.ts";

const drag: SealedAction = {
  type: "drag",
  path: [
    { x: 1, y: 1, space: "display" },
    { x: 2, y: 2, space: "display" },
  ],
  button: "left",
  durationMs: 70,
  modifiers: [],
};
const admission = (action: SealedAction) => ({ action }) as Admission;
const { durationMsMax, thinkingMsMax } = policy().limits;
const { settle } = policy().frame;
const state = stateIn("framing", null);
const runEnd = startedAt + durationMsMax * 1000;

describe("a request counts until", () => {
  test.each<[string, Parameters<typeof request>[2], object, number]>([
    ["the thinking time is over", "plan", {}, now + thinkingMsMax * 1000],
    ["a second after the wait", "wait", { ms: 7 }, now + 7000 + 1_000_000],
    ["the run's end, for a run's decision", "decideRun", {}, runEnd],
    ["the run's end, for an action's decision", "decideAction", {}, runEnd],
    ["the run's end, for a step-up", "stepUp", {}, runEnd],
    ["the screen had its time to settle", "capture", {}, now + (requestMsMax.capture + settle.maxMs) * 1000],
    ["its own time, for a click", "dispatch", { admission: admission(click) }, now + requestMsMax.dispatch * 1000],
    ["the drag had its time", "dispatch", { admission: admission(drag) }, now + (requestMsMax.dispatch + 70) * 1000],
    ["its own time, for effects of a number", "checkEffects", { admission: 3 }, now + requestMsMax.checkEffects * 1000],
    ["its own time", "resolve", { proposal: 0 }, now + requestMsMax.resolve * 1000],
  ])("%s", (_, kind, details, untilUs) => {
    const { state: next, outputs } = request(state, "waiting", kind, details as never);
    expect(outputs).toEqual([{ kind, untilUs, ...details }]);
    expect(next).toEqual({ ...state, phase: "waiting", awaiting: kind });
  });

  const short = stateIn("framing", null, { policy: policy({ limits: limits({ durationMsMax: 2000 }) }) });
  test.each<[string, "waiting" | "ending", number]>([
    ["the run's end", "waiting", startedAt + 2_000_000],
    ["its own time, once the run has ended", "ending", now + requestMsMax.release * 1000],
  ])("%s, where that comes first", (_, phase, untilUs) => {
    expect(request(short, phase, "release", {}).outputs).toEqual([{ kind: "release", untilUs }]);
  });

  test("the last time that is a whole number, at the end of all time", () => {
    const late = { ...state, at: Number.MAX_SAFE_INTEGER - 10 };
    expect(request(late, "ending", "release", {}).outputs).toEqual([{ kind: "release", untilUs: Number.MAX_SAFE_INTEGER }]);
  });
});

test("what is shown before a request comes before it", () => {
  const close = { kind: "close" } as const;
  expect(request(state, "ending", "release", {}, [close]).outputs.map(({ kind }) => kind)).toEqual(["close", "release"]);
});

test.each<[string, Partial<Parameters<typeof refuseOutput>[0]>, number | null, number]>([
  ["the first of two", { turn: { planned: planned([click, click]), index: 0 } }, 0, 2],
  ["the last of two", { turn: { planned: planned([click, click]), index: 1 } }, 1, 1],
  ["none any more", { turn: { planned: planned([click, click]), index: 2 } }, null, 0],
  ["no turn", { turn: undefined as never }, null, 0],
])("a refusal answers for %s", (_, changed, proposal, unexecuted) => {
  const refused = refuseOutput({ ...state, ...changed }, ["focus_root"], true);
  expect(refused).toEqual({ kind: "refuse", codes: ["focus_root"], replan: true, proposal, unexecuted });
});
