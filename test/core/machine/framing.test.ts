import { expect, test } from "vitest";
import { bounds } from "../../../src/contract/bounds.ts";
import type { FrameFacts, Observation } from "../../../src/contract/observation.ts";
import type { OutputKind } from "../../../src/contract/outputs.ts";
import type { RefusalCode } from "../../../src/contract/refusals.ts";
import { step, type State } from "../../../src/core/index.ts";
import { refuse, sealThen } from "../../../src/core/machine/framing.ts";
import { limits } from "../../agent/limits.ts";
import { click, frame, policy, seen, target } from "../controls/facts.ts";
import { input, kinds, now, outputOf, planned, stateIn } from "./states.ts";

const framing = (changed: Partial<State> = {}) => stateIn("framing", "capture", { tokens: 40, steps: 3, ...changed });
const next = frame({ id: 2, capturedAtUs: now, comparedTo: 1, equal: true });
type Around = { before?: Observation; frame?: FrameFacts; after?: Observation };
const captured = (state: State, changed: Around = {}) =>
  step(state, input("captured", { before: seen, frame: next, after: seen, surface: null, ...changed }));

test("the planner is asked with what is left, and told what was refused, once", () => {
  const asked = captured(framing({ refused: ["focus_root"], framingAttempts: 9, pendingUs: 8 }));
  const { tokensMax, outputTokensPerCallMax } = policy().limits;
  expect(outputOf(asked, "plan")).toMatchObject({
    frameId: 2,
    outputTokensMax: outputTokensPerCallMax,
    tokensLeft: tokensMax - 40,
    refused: ["focus_root"],
  });
  expect(asked.state).toMatchObject({
    phase: "planning",
    planFrame: next,
    framingAttempts: 0,
    pendingUs: 0,
    steps: 4,
    askedToPlanAt: now,
    refused: [],
  });
});

test.each<[string, Partial<State>, Partial<FrameFacts>, boolean]>([
  ["the same as the one before", {}, {}, true],
  ["another than the one before", {}, { equal: false }, false],
  ["not compared", {}, { equal: null }, false],
  ["compared with another one", {}, { comparedTo: 7 }, false],
  ["compared with none, and there was one", {}, { comparedTo: null }, false],
  ["the same as one that there was not", { planFrame: undefined as never }, { comparedTo: 7 }, false],
  ["compared with none, and there was none", { planFrame: undefined as never }, { comparedTo: null, equal: null }, false],
])("a frame that is %s", (_, changed, facts, equal) => {
  expect(captured(framing(changed), { frame: { ...next, ...facts } }).state.planFrameEqual).toBe(equal);
});

test.each<[string, Around, RefusalCode]>([
  ["before the capture the focus was elsewhere", { before: { ...seen, focus: { kind: "root" } } }, "focus_root"],
  ["after it", { after: { ...seen, focus: { kind: "root" } } }, "focus_root"],
  ["the screen did not come to rest", { frame: { ...next, settled: false } }, "frame_unsettled"],
])("%s: tried again, slowly", (_, changed, code) => {
  const again = captured(framing({ refused: ["frame_changed"], framingAttempts: 3, resume: "next" }), changed);
  expect(kinds(again)).toEqual(["refuse", "wait"]);
  expect(outputOf(again, "refuse")).toMatchObject({ codes: [code], replan: true });
  expect(outputOf(again, "wait").ms).toBe(bounds.framingRetryMs);
  expect(again.state).toMatchObject({ framingAttempts: 4, resume: "frame", phase: "waiting" });
  expect([...again.state.refused].toSorted()).toEqual([code, "frame_changed"].toSorted());
  const waited = step(again.state, input("waited", {}));
  expect(outputOf(waited, "capture")).toMatchObject({ purpose: "plan", compareTo: 1, proposal: null });
});

test.each<[string, number, Around, readonly OutputKind[]]>([
  ["the last time but one", bounds.framingAttemptsMax - 2, { after: { ...seen, focus: { kind: "root" } } }, ["refuse", "wait"]],
  ["the last time", bounds.framingAttemptsMax - 1, { after: { ...seen, focus: { kind: "root" } } }, ["refuse", "end", "release"]],
  ["no replan helps", 0, { after: target({ tuple: null }) }, ["refuse", "end", "release"]],
])("a frame that is refused, and it is %s", (_, framingAttempts, changed, want) => {
  expect(kinds(captured(framing({ framingAttempts }), changed))).toEqual(want);
});

test("no call is left: the run ends before the planner is asked", () => {
  const spent = framing({ policy: policy({ limits: limits({ stepsMax: 3 }) }) });
  expect(outputOf(captured(spent), "end").codes).toEqual(["budget_steps"]);
});

test("a refusal drops the action that was on its way, and its turn", () => {
  const refused = refuse(stateIn("deciding", "decideAction", { refused: ["frame_changed"] }), ["focus_root"]);
  expect(kinds(refused)).toEqual(["refuse", "capture"]);
  expect(outputOf(refused, "refuse")).toMatchObject({ codes: ["focus_root"], replan: true, proposal: 0, unexecuted: 1 });
  expect(outputOf(refused, "capture")).toMatchObject({ purpose: "plan", compareTo: 1, proposal: null });
  expect(refused.state).toMatchObject({ phase: "framing", pending: {}, refused: ["focus_root", "frame_changed"] });
  expect(refused.state).not.toHaveProperty("turn");
  expect(kinds(refuse(stateIn("deciding", "decideAction"), ["focus_root", "policy_expired"]))).toEqual([
    "refuse",
    "end",
    "release",
  ]);
});

test("a refusal before any frame compares with none", () => {
  const refused = refuse(stateIn("deciding", "decideAction", { planFrame: undefined as never }), ["focus_root"]);
  expect(outputOf(refused, "capture").compareTo).toBeNull();
});

test("a previewed frame is sealed first, and then comes what was to come", () => {
  const unsealed = stateIn("checking", "checkEffects", { unsealed: 4, resume: "refresh" });
  for (const resume of ["frame", "next"] as const) {
    const asked = sealThen(unsealed, resume);
    expect(outputOf(asked, "sealFrame").frameId).toBe(4);
    expect(asked.state).toMatchObject({ phase: "sealing", resume });
    const sealed = step(asked.state, input("frameSealed", { frameId: 4, commitment: "0".repeat(64) }));
    expect(outputOf(sealed, "capture").purpose).toBe("plan");
    expect(sealed.state.sealed).toBe(4);
    expect(sealed.state).not.toHaveProperty("unsealed");
  }
  expect(kinds(sealThen(stateIn("checking", "checkEffects"), "frame"))).toEqual(["capture"]);
});

test.each([
  ["next", "resolve"],
  ["frame", "capture"],
] as const)("after a seal or a wait, %s means %s", (resume, kind) => {
  const turn = { planned: planned([click, click]), index: 0 };
  const sealing = stateIn("sealing", "sealFrame", { unsealed: 4, resume, turn });
  expect(kinds(step(sealing, input("frameSealed", { frameId: 4, commitment: "0".repeat(64) })))).toEqual([kind]);
  expect(kinds(step(stateIn("waiting", "wait", { resume, turn }), input("waited", {})))).toEqual([kind]);
});

test("the commitment of another frame than the one that was asked for is a bug", () => {
  const asked = sealThen(stateIn("checking", "checkEffects", { unsealed: 4 }), "frame");
  const other = input("frameSealed", { frameId: 5, commitment: "0".repeat(64) });
  expect(() => step(asked.state, other)).toThrow("the frame that is sealed is the one that was asked for");
});
