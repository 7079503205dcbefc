import { expect, test } from "vitest";
import type { EndStatus } from "../../../src/contract/outputs.ts";
import type { RefusalCode } from "../../../src/contract/refusals.ts";
import { step } from "../../../src/core/index.ts";
import { endCancelled, endCompleted, endFailed, endRefused, usedOf } from "../../../src/core/machine/ending.ts";
import { policy, seen } from "../controls/facts.ts";
import { input, kinds, now, outputOf, stateIn } from "./states.ts";

const state = stateIn("framing", "capture");

test.each<[readonly RefusalCode[], EndStatus]>([
  [["policy_expired"], "refused"],
  [["budget_steps"], "budget_exhausted"],
  [["focus_root", "budget_steps"], "budget_exhausted"],
  [["policy_expired", "budget_steps"], "refused"],
  [["focus_root"], "refused"],
  [["budget_rate"], "refused"],
  [["budget_rate", "policy_expired"], "refused"],
])("%j ends the run as %s", (codes, status) => {
  const ended = endRefused(state, codes);
  expect(kinds(ended)).toEqual(["refuse", "end", "release"]);
  expect(outputOf(ended, "refuse")).toMatchObject({ codes, replan: false });
  expect(outputOf(ended, "end")).toMatchObject({ status, codes, acknowledgedAfterUs: null, interruptLate: false });
  expect(ended.state).toMatchObject({ phase: "ending", awaiting: "release", ended: status });
});

test("a run that is completed, and one that failed, end without a refusal", () => {
  for (const [ended, status] of [
    [endCompleted(state), "completed"],
    [endFailed(state), "failed"],
  ] as const) {
    expect(kinds(ended)).toEqual(["end", "release"]);
    expect(outputOf(ended, "end")).toMatchObject({ status, codes: [], acknowledgedAfterUs: null, interruptLate: false });
  }
});

const allowedUs = policy().limits.interruptMsMax * 1000;
test.each([
  ["in time", now - allowedUs, allowedUs, false],
  ["a microsecond late", now - allowedUs - 1, allowedUs + 1, true],
  ["at once", now, 0, false],
  ["before it was asked for, by a clock that went back", now + 5, 0, false],
])("cancelled %s", (_, abortedAt, acknowledgedAfterUs, interruptLate) => {
  const ended = endCancelled(state, abortedAt);
  expect(outputOf(ended, "refuse")).toMatchObject({ codes: ["cancelled"], replan: false });
  expect(outputOf(ended, "end")).toMatchObject({ status: "cancelled", codes: ["cancelled"], acknowledgedAfterUs, interruptLate });
});

test("what was used: admissions of the last minute, and whole milliseconds, rounded up", () => {
  const minute = 60_000_000;
  const used = {
    ...state,
    at: now + minute,
    steps: 3,
    actions: 4,
    tokens: 5,
    admittedAtUs: [now - 2, now - 1, now, now + 1, now + minute],
  };
  expect(usedOf(used)).toEqual({ steps: 3, actions: 4, tokens: 5, actionsInWindow: 2, durationMs: 61_000 });
  expect(usedOf({ ...state, at: now + 1 }).durationMs).toBe(1001);
});

test("after the end: the frame's seal, letting go, cleaning up, closed; a fault changes nothing", () => {
  const ended = endRefused({ ...state, unsealed: 4 }, ["policy_expired"]);
  expect(kinds(ended)).toEqual(["refuse", "end", "sealFrame"]);
  expect(outputOf(ended, "sealFrame").frameId).toBe(4);
  const sealed = step(ended.state, input("frameSealed", { frameId: 4, commitment: "0".repeat(64) }));
  const unsealed = step(ended.state, input("faulted", { during: "sealFrame", fault: "native_panic" }));
  expect([kinds(sealed), kinds(unsealed)]).toEqual([["release"], ["release"]]);
  const released = step(unsealed.state, input("faulted", { during: "release", fault: "deadline" }));
  expect(kinds(released)).toEqual(["cleanUp"]);
  const closed = step(released.state, input("faulted", { during: "cleanUp", fault: "hook_failed" }));
  expect(closed.outputs).toEqual([{ kind: "close" }]);
  expect(closed.state).toMatchObject({ phase: "closed", awaiting: null, ended: "refused" });
});

test("nothing else is asked for after the end", () => {
  expect(() => step(stateIn("ending", "observe"), input("observed", { observation: seen }))).toThrow("the end has three requests");
});
