import { describe, expect, test } from "vitest";
import { bounds } from "../../../src/contract/bounds.ts";
import type { DispatchOutcome } from "../../../src/contract/dispatch.ts";
import type { OutputKind } from "../../../src/contract/outputs.ts";
import type { SealedAction, SealedPoint } from "../../../src/contract/proposal.ts";
import type { RefusalCode } from "../../../src/contract/refusals.ts";
import { actionPreviewDigest, primitiveDigest, step, type State } from "../../../src/core/index.ts";
import { limits } from "../../agent/limits.ts";
import { click, facts, frame, policy, seen, target } from "../controls/facts.ts";
import { input, kinds, now, outputOf, planned, startedAt, stateIn } from "./states.ts";

const at = (x: number, y: number): SealedPoint => ({ x, y, space: "display" });
const sealed: SealedPoint = { commitment: "0".repeat(64), inRange: true, inIgnored: false, sameAsPrevious: false };
const clickAt = (point: SealedPoint): SealedAction => ({ ...click, point }) as SealedAction;
const down: SealedAction = { type: "pointer_down", point: at(150, 150), button: "left" };
const drag: SealedAction = { type: "drag", path: [at(150, 150), at(300, 300)], button: "left", durationMs: 5, modifiers: [] };
const key: SealedAction = { type: "key", key: { chord: "Return" }, repeat: 1 };
const of = (action: SealedAction): Partial<State> => ({ turn: { planned: planned([action]), index: 0 } });

const nonce = "a".repeat(32);
const none = { class: "none" as const, origins: [], reads: [], writes: [], complete: true };
const resolve = (changed: Partial<State>) =>
  step(stateIn("resolving", "resolve", changed), input("resolved", { effects: none, nonce }));

const separation = bounds.clickSeparationMs * 1000;
const { clickSeparationPx: apart } = bounds;
const clicked = (agoUs: number, point: SealedPoint = at(150, 150)): Partial<State> => ({ lastClick: { point, at: now - agoUs } });
describe("two presses that a toolkit would make one double click of are kept apart", () => {
  test.each<[string, SealedAction, Partial<State>, number | undefined]>([
    ["no press before", click, {}, undefined],
    ["just now", click, clicked(0), bounds.clickSeparationMs],
    ["a microsecond before it is long enough", click, clicked(separation - 1), 1],
    ["a millisecond before it is", click, clicked(separation - 1000), 1],
    ["a little more", click, clicked(separation - 1001), 2],
    ["long enough ago", click, clicked(separation), undefined],
    ["a pointer that goes down", down, clicked(0), bounds.clickSeparationMs],
    ["a drag that begins there", drag, clicked(0), bounds.clickSeparationMs],
    ["a drag that ends there", drag, clicked(0, at(300, 300)), undefined],
    ["a key", key, clicked(0), undefined],
    ["as far to the right as counts as near", clickAt(at(150 + apart, 150)), clicked(0), bounds.clickSeparationMs],
    ["as far to the left", clickAt(at(150 - apart, 150)), clicked(0), bounds.clickSeparationMs],
    ["as far down", clickAt(at(150, 150 + apart)), clicked(0), bounds.clickSeparationMs],
    ["one further right", clickAt(at(151 + apart, 150)), clicked(0), undefined],
    ["one further left", clickAt(at(149 - apart, 150)), clicked(0), undefined],
    ["one further down", clickAt(at(150, 151 + apart)), clicked(0), undefined],
    ["one further up", clickAt(at(150, 149 - apart)), clicked(0), undefined],
    ["far off, in the window's coordinates", clickAt({ x: 1, y: 1, space: "window" }), clicked(0), bounds.clickSeparationMs],
    ["far off, sealed", clickAt(sealed), clicked(0), bounds.clickSeparationMs],
    ["sealed, after a sealed one", clickAt(sealed), clicked(0, sealed), bounds.clickSeparationMs],
    ["after a sealed one", clickAt(at(700, 500)), clicked(0, sealed), bounds.clickSeparationMs],
  ])("%s", (_, action, changed, ms) => {
    const next = resolve({ ...of(action), ...changed });
    expect(kinds(next)).toEqual(["previewAction", ms === undefined ? "capture" : "wait"]);
    if (ms === undefined) expect(outputOf(next, "capture")).toMatchObject({ purpose: "admit", compareTo: 1, proposal: 0 });
    else {
      expect(outputOf(next, "wait").ms).toBe(ms);
      const waited = step(next.state, input("waited", {}, now + ms * 1000));
      expect(outputOf(waited, "capture")).toMatchObject({ purpose: "admit", compareTo: 1, proposal: 0 });
    }
  });
});

test("the fresh frame is asked for with the place of the action in its turn", () => {
  const next = resolve({ turn: { planned: planned([key, click]), index: 1 } });
  expect(outputOf(next, "capture").proposal).toBe(1);
});

const fresh = frame({ id: 2, capturedAtUs: now - 10, comparedTo: 1, equal: true });
const captured = { before: seen, frame: fresh, after: seen, surface: facts().surface ?? null };
const refreshed = (changed: Partial<State> = {}) => {
  const { state } = resolve({ policy: policy({ limits: limits({ frameAgeMsMax: 5000 }) }), ...changed });
  return state;
};

test("an admission is exactly what was previewed", () => {
  const state = refreshed({ actions: 3, previews: 8, admittedAtUs: [now - 60_000_000, now - 59_999_999, now - 2000] });
  const { preview } = state.pending;
  if (preview === undefined) throw new Error("there is no preview");
  const next = step(state, input("captured", captured));
  expect(outputOf(next, "journal").admission).toEqual({
    admission: 3,
    sequence: 8,
    nonce,
    previewDigest: actionPreviewDigest(preview),
    primitiveDigest: primitiveDigest(click),
    action: click,
    frameId: 1,
    window: 0,
    notAfterUs: now - 100_000 + 5_000_000,
  });
  expect(next.state).toMatchObject({ actions: 4, admittedAtUs: [now - 59_999_999, now - 2000, now], phase: "admitting" });
});

test.each<[string, Partial<State>, typeof captured, number]>([
  ["the planned frame is too old", {}, captured, now - 100_000 + 5_000_000],
  ["the planned frame is too old, a person's time left out", { pendingUs: 50_000 }, captured, now - 50_000 + 5_000_000],
  ["the fresh frame is too old", { pendingUs: 200_000 }, captured, now - 10 + 5_000_000],
  [
    "the run ends",
    { policy: policy({ limits: limits({ frameAgeMsMax: 5000, durationMsMax: 3000 }) }) },
    captured,
    startedAt + 3_000_000,
  ],
])("an admission is good until %s", (_, changed, given, notAfterUs) => {
  expect(outputOf(step(refreshed(changed), input("captured", given)), "journal").admission.notAfterUs).toBe(notAfterUs);
});

const moved = target({ geometry: { x: 101, y: 100, width: 400, height: 300 } });
test.each<[string, Partial<typeof captured>, RefusalCode]>([
  ["the window moved before the capture", { before: moved }, "target_changed"],
  ["the window moved after the capture", { after: moved }, "target_changed"],
  ["the frame changed", { frame: { ...fresh, equal: false } }, "frame_changed"],
  ["the root lies at the point", { surface: { kind: "root" } }, "point_not_in_target"],
  ["nothing was looked at", { surface: null }, "surface_unknown"],
])("%s: refused, not admitted", (_, changed, code) => {
  const next = step(refreshed(), input("captured", { ...captured, ...changed }));
  expect(outputOf(next, "refuse").codes).toContain(code);
  expect(kinds(next)).toEqual(["refuse", "sealFrame"]);
  expect(next.state).toMatchObject({ actions: 0, admittedAtUs: [] });
});

test("an effect outside that nobody was asked about is not admitted", () => {
  const state = refreshed();
  const pending = { ...state.pending, effects: { ...none, class: "external" as const } };
  expect(outputOf(step({ ...state, pending }, input("captured", captured)), "refuse").codes).toEqual(["decision_unknown"]);
});

const admitted = () => step(refreshed(), input("captured", captured)).state;
const until = now - 100_000 + 5_000_000;
test.each<[string, boolean, number, readonly OutputKind[]]>([
  ["durable, at its last microsecond", true, until, ["dispatch"]],
  ["durable, a microsecond too late", true, until + 1, ["refuse", "sealFrame"]],
  ["not durable", false, now, ["refuse", "end", "sealFrame"]],
])("an admission that is %s", (_, durable, when, want) => {
  const next = step(admitted(), input("journaled", { durable }, when));
  expect(kinds(next)).toEqual(want);
  if (want.includes("dispatch")) expect(outputOf(next, "dispatch").admission).toEqual(admitted().pending.admission);
  else expect(outputOf(next, "refuse").codes).toEqual([durable ? "frame_too_old" : "journal_unavailable"]);
});

const dispatched = (outcome: DispatchOutcome, journaled = true, changed: Partial<State> = {}) =>
  step(
    { ...step(admitted(), input("journaled", { durable: true })).state, ...changed },
    input("dispatched", { outcome, journaled }, now + 7),
  );
const sent: DispatchOutcome = { outcome: "dispatched", deliveredTo: "target", eventsSent: 2, grabUs: 1 };
const half: DispatchOutcome = {
  outcome: "partial",
  segmentsSent: 1,
  segments: 2,
  eventsSent: 3,
  stoppedBy: { outcome: "precondition_failed", differences: ["focus"] },
};
test.each<[string, DispatchOutcome, boolean, readonly OutputKind[], readonly RefusalCode[]]>([
  ["sent", sent, true, ["checkEffects"], []],
  ["sent in part", half, true, ["checkEffects"], []],
  ["sent in part, and not journaled", half, false, ["checkEffects"], []],
  ["sent, and not journaled", sent, false, ["refuse", "end", "sealFrame"], ["journal_unavailable"]],
  ["not sent", { outcome: "input_grabbed" }, true, ["refuse", "sealFrame"], ["input_grabbed"]],
])("an action that was %s", (_, outcome, journaled, want, codes) => {
  const next = dispatched(outcome, journaled);
  expect(kinds(next)).toEqual(want);
  if (codes.length > 0) expect(outputOf(next, "refuse").codes).toEqual(codes);
  else expect(outputOf(next, "checkEffects").admission).toBe(0);
  expect(next.state.lastClick).toEqual({ point: at(150, 150), at: now + 7 });
});

test("an action that presses nothing leaves the last press as it was", () => {
  const before = { point: at(1, 1), at: 5 };
  expect(dispatched(sent, true, { ...of(key), lastClick: before }).state.lastClick).toEqual(before);
  expect(dispatched(sent, true, { ...of(drag) }).state.lastClick).toEqual({ point: at(150, 150), at: now + 7 });
  expect(dispatched(sent, true, { ...of(down) }).state.lastClick).toEqual({ point: at(150, 150), at: now + 7 });
});

test.each<[string, DispatchOutcome, boolean, [number, number], readonly RefusalCode[]]>([
  ["as named", sent, true, [0, 0], []],
  ["an origin more", sent, true, [1, 0], ["effects_incomplete"]],
  ["a file more", sent, true, [0, 1], ["effects_incomplete"]],
  ["as named, after half of it", half, true, [0, 0], ["focus_elsewhere"]],
  ["as named, after half of it that was not journaled", half, false, [0, 0], ["journal_unavailable", "focus_elsewhere"]],
  ["a file more, after half of it", half, true, [0, 1], ["focus_elsewhere", "effects_incomplete"]],
])("what changed is %s", (_, outcome, journaled, [origins, writes], codes) => {
  const next = step(dispatched(outcome, journaled).state, input("effectsChecked", { surplus: { origins, writes } }, now + 7));
  expect(next.outputs.flatMap((output) => (output.kind === "refuse" ? output.codes : []))).toEqual(codes);
  expect(kinds(next).at(-1)).toBe("sealFrame");
  expect(kinds(next).includes("refuse")).toBe(codes.length > 0);
  expect(kinds(next).includes("end")).toBe(codes.includes("effects_incomplete") || codes.includes("journal_unavailable"));
});

describe("a state that lacks what its phase stands on is a bug, not an admission", () => {
  const without = (state: State, key: "planFrame" | "turn"): State => {
    const { [key]: _, ...rest } = state;
    return rest;
  };
  const lacking = (key: keyof State["pending"]): State => {
    const { [key]: _, ...pending } = refreshed().pending;
    return { ...refreshed(), pending };
  };
  test.each(["preview", "digest", "nonce"] as const)("no %s", (key) => {
    expect(() => step(lacking(key), input("captured", captured))).toThrow("an admission follows a preview");
  });
  test("no admission, no action, no turn", () => {
    const { admission: _, ...pending } = admitted().pending;
    expect(() => step({ ...admitted(), pending }, input("journaled", { durable: true }))).toThrow(
      "what is journaled is an admission",
    );
    const malformed = { planned: planned([], { proposals: [{ form: "malformed" }] }), index: 0 };
    const waited = input("waited", {});
    const waiting = stateIn("waiting", "wait", { resume: "refresh" });
    expect(() => step({ ...waiting, turn: malformed }, waited)).toThrow("an action is on its way");
    expect(() => step(without(waiting, "turn"), waited)).toThrow("an action is on its way");
    expect(outputOf(step(without(waiting, "planFrame"), waited), "capture").compareTo).toBeNull();
  });
});
