import { describe, expect, test } from "vitest";
import type { OutputKind } from "../../../src/contract/outputs.ts";
import type { Planned, SealedAction } from "../../../src/contract/proposal.ts";
import type { RefusalCode } from "../../../src/contract/refusals.ts";
import { step, type State } from "../../../src/core/index.ts";
import { limits } from "../../agent/limits.ts";
import { click, frame, policy, seen } from "../controls/facts.ts";
import { input, kinds, now, outputOf, planned, stateIn } from "./states.ts";

const planning = (changed: Partial<State> = {}): State => {
  const { turn: _, ...state } = stateIn("planning", "plan", { askedToPlanAt: now, planFrameEqual: true, ...changed });
  return state;
};
const answered = (answer: Planned, changed: Partial<State> = {}, at = now) =>
  step(planning(changed), input("planned", { answer }, at));

const text = (commitment: string, sameAsPrevious: boolean) => ({
  commitment: commitment.repeat(64),
  lengthBucket: "1-8" as const,
  withinBound: true,
  sameAsPrevious,
});
const types = (commitment: string, sameAsPrevious: boolean): SealedAction => ({
  type: "type",
  text: text(commitment, sameAsPrevious),
});
const unknownKey = (commitment: string): SealedAction => ({ type: "key", key: { unknown: commitment.repeat(64) }, repeat: 1 });
const moveTo = (x: number): SealedAction => ({ type: "pointer_move", point: { x, y: 5, space: "display" } });

describe("a turn repeats the one before", () => {
  test.each<[string, Planned | undefined, Planned, boolean, number]>([
    ["the same click, on the same screen", planned([click]), planned([click]), true, 2],
    ["the same click, on another screen", planned([click]), planned([click]), false, 1],
    ["no turn before", undefined, planned([click]), true, 1],
    ["another place", planned([moveTo(1)]), planned([moveTo(2)]), true, 1],
    ["one proposal more", planned([click]), planned([click, click]), true, 1],
    ["other costs", planned([click], { usage: { report: "missing" } }), planned([click]), true, 2],
    ["it ends the turn", planned([click]), planned([click], { endTurn: true }), true, 1],
    ["the same text under another commitment", planned([types("0", false)]), planned([types("1", true)]), true, 2],
    ["another text", planned([types("0", false)]), planned([types("1", false)]), true, 1],
    ["an unknown key under another commitment", planned([unknownKey("0")]), planned([unknownKey("1")]), true, 2],
    ["a key and a text", planned([types("0", true)]), planned([unknownKey("1")]), true, 1],
  ])("%s", (_, lastPlanned, answer, planFrameEqual, repeats) => {
    const { state } = answered(answer, { planFrameEqual, repeats: 1, ...(lastPlanned === undefined ? {} : { lastPlanned }) });
    expect(state.repeats).toBe(repeats);
    expect(state.lastPlanned).toEqual(answer);
  });

  test("the third time ends the run", () => {
    const again = (repeats: number) => answered(planned([click]), { lastPlanned: planned([click]), repeats });
    expect(kinds(again(1))).toEqual(["resolve"]);
    expect(outputOf(again(2), "end").codes).toEqual(["no_progress"]);
  });
});

test.each<[string, Planned["usage"], number]>([
  ["what it reports", { report: "reported", inputTokens: 30, outputTokens: 4 }, 134],
  ["the whole ceiling, where it reports nothing", { report: "missing" }, 100 + policy().limits.outputTokensPerCallMax],
  ["the whole ceiling, where it reports no numbers", { report: "malformed" }, 100 + policy().limits.outputTokensPerCallMax],
])("an answer is charged %s", (_, usage, tokens) => {
  expect(answered(planned([click], { usage }), { tokens: 100 }).state.tokens).toBe(tokens);
});

test.each<[string, number, readonly OutputKind[]]>([
  ["as long as it may", 3_000_000, ["resolve"]],
  ["a microsecond longer", 3_000_001, ["refuse", "end", "release"]],
])("the planner thought %s", (_, us, want) => {
  expect(kinds(answered(planned([click]), {}, now + us))).toEqual(want);
});

test.each<[string, Planned, readonly OutputKind[], readonly RefusalCode[]]>([
  ["one that was cut off", planned([click], { truncated: true }), ["refuse", "capture"], ["action_malformed"]],
  ["one with nothing in it", planned([]), ["refuse", "capture"], ["action_malformed"]],
  ["one with nothing in it, that ends the turn", planned([], { endTurn: true }), ["capture"], []],
  ["a malformed one", planned([], { proposals: [{ form: "malformed" }] }), ["refuse", "capture"], ["action_malformed"]],
  ["a click", planned([click]), ["resolve"], []],
  ["a click that ends the turn", planned([click], { endTurn: true }), ["resolve"], []],
  ["a screenshot", planned([{ type: "screenshot" }]), ["capture"], []],
  ["a screenshot and a click", planned([{ type: "screenshot" }, click]), ["resolve"], []],
  [
    "a look off the screen",
    planned([{ type: "zoom", region: { x: 0, y: 0, width: 9000, height: 1 } }]),
    ["refuse", "capture"],
    ["coordinate_out_of_range"],
  ],
  ["a wait", planned([{ type: "wait", ms: 7 }]), ["wait"], []],
])("an answer: %s", (_, answer, want, codes) => {
  const next = answered(answer);
  expect(kinds(next)).toEqual(want);
  expect(next.outputs.flatMap((output) => (output.kind === "refuse" ? output.codes : []))).toEqual(codes);
});

test("looking costs no action: with none left it is allowed, and a click is not", () => {
  const spent: Partial<State> = { actions: 1, policy: policy({ limits: limits({ actionsMax: 1, thinkingMsMax: 3000 }) }) };
  expect(kinds(answered(planned([{ type: "screenshot" }]), spent))).toEqual(["capture"]);
  expect(outputOf(answered(planned([click]), spent), "end").codes).toEqual(["budget_actions"]);
});

test("a wait comes back to the proposal after it, and the place in the turn is counted", () => {
  const waiting = answered(planned([{ type: "wait", ms: 7 }, { type: "screenshot" }, click]));
  expect(outputOf(waiting, "wait").ms).toBe(7);
  expect(waiting.state).toMatchObject({ phase: "waiting", resume: "next" });
  const next = step({ ...waiting.state, pending: { nonce: "a" } }, input("waited", {}));
  expect(outputOf(next, "resolve").proposal).toBe(2);
  expect(next.state).toMatchObject({ turn: { index: 2 }, pending: {} });
});

test("after the last proposal the planner is asked again, or the run's end looked at", () => {
  const last = (endTurn: boolean) =>
    step(
      stateIn("waiting", "wait", { resume: "next", turn: { planned: planned([click], { endTurn }), index: 0 } }),
      input("waited", {}),
    );
  expect(outputOf(last(false), "capture")).toMatchObject({ purpose: "plan", compareTo: 1 });
  expect(outputOf(last(true), "capture")).toMatchObject({ purpose: "complete", compareTo: null, proposal: null });
  const { turn: _, ...bare } = stateIn("waiting", "wait", { resume: "next" });
  expect(outputOf(step(bare, input("waited", {})), "capture").purpose).toBe("plan");
});

describe("at the end of the turn", () => {
  const finalFraming = stateIn("finalFraming", "capture");
  const captured = (changed: object) =>
    step(
      finalFraming,
      input("captured", { before: seen, frame: frame({ id: 9, capturedAtUs: now }), after: seen, surface: null, ...changed }),
    );
  const later = { ...seen, popups: [{ window: 1, client: 2 }] };
  test("the verifier is asked about the last frame", () => {
    const asked = captured({ after: later });
    expect(outputOf(asked, "verifyCompletion").frameId).toBe(9);
    expect(asked.state).toMatchObject({ phase: "completing", observation: later });
  });
  test.each<[string, object, RefusalCode]>([
    ["the focus was elsewhere before", { before: { ...seen, focus: { kind: "root" } } }, "focus_root"],
    ["the focus was elsewhere after", { after: { ...seen, focus: { kind: "root" } } }, "focus_root"],
    ["the screen did not rest", { frame: frame({ settled: false }) }, "frame_unsettled"],
  ])("%s: back to planning", (_, changed, code) => {
    const next = captured(changed);
    expect(kinds(next)).toEqual(["refuse", "capture"]);
    expect(outputOf(next, "refuse").codes).toEqual([code]);
  });
  const completed = (result: object | "absent") =>
    step(stateIn("completing", "verifyCompletion"), input("completionChecked", { result: result as "absent" }));
  test("completed, or not", () => {
    const checks = [{ required: 0, passed: true, evidenceDigest: "a".repeat(64) }];
    expect(outputOf(completed({ verifier: 0, checks, outputs: [] }), "end").status).toBe("completed");
    expect(outputOf(completed("absent"), "refuse").codes).toEqual(["completion_model_only"]);
  });
});
