import { describe, expect, test } from "vitest";
import type { Decision } from "../../../src/contract/decision.ts";
import type { Effects } from "../../../src/contract/effects.ts";
import type { OutputKind } from "../../../src/contract/outputs.ts";
import type { RefusalCode } from "../../../src/contract/refusals.ts";
import { actionPreviewDigest, policyDigest, step, stepUpDigest, type State } from "../../../src/core/index.ts";
import { click, policy, seen, target } from "../controls/facts.ts";
import { input, kinds, now, outputOf, planned, stateIn, wallMs } from "./states.ts";

const nonce = "a".repeat(32);
const effects = (given: Effects["class"]): Effects => ({ class: given, origins: [], reads: [], writes: [], complete: true });
const resolving = (changed: Partial<State> = {}) => stateIn("resolving", "resolve", changed);
const resolved = (given: Effects["class"], changed: Partial<State> = {}) =>
  step(resolving(changed), input("resolved", { effects: effects(given), nonce }));

test("a preview says all that an action will be decided on", () => {
  const popups = [
    { window: 0x300040, client: 0x300000 },
    { window: 0x300041, client: 0x300000 },
  ];
  const used = { steps: 3, tokens: 40, actions: 2, previews: 5, spent: ["b".repeat(32)] };
  const next = resolved("external", { observation: { ...seen, popups }, ...used });
  const { preview, digest } = outputOf(next, "previewAction");
  expect(preview).toEqual({
    preview: "action",
    runId: "run-1",
    policyDigest: policyDigest(policy()),
    nonce,
    sequence: 5,
    frameId: 1,
    window: 0,
    action: click,
    effects: effects("external"),
    limitsUsed: { steps: 3, actions: 2, tokens: 40, actionsInWindow: 0, durationMs: 1000 },
    popupsVisible: 2,
  });
  expect(digest).toBe(actionPreviewDigest(preview));
  expect(outputOf(next, "decideAction")).toMatchObject({ digest, nonce });
  expect(next.state).toMatchObject({ previews: 6, spent: ["b".repeat(32), nonce], unsealed: 1, phase: "deciding" });
  expect(next.state.pending).toEqual({ effects: effects("external"), preview, digest, nonce, askedAt: now });
});

test("a frame that is sealed is not asked for again", () => {
  expect(resolved("none", { sealed: 1 }).state.unsealed).toBeUndefined();
  expect(resolved("none", { sealed: 7 }).state.unsealed).toBe(1);
});

test.each<[Effects["class"], readonly OutputKind[]]>([
  ["none", ["previewAction", "capture"]],
  ["external", ["previewAction", "decideAction"]],
  ["destructive", ["previewAction", "decideAction"]],
  ["irreversible", ["previewAction", "decideAction"]],
  [null, ["refuse", "capture"]],
])("effects of class %s", (given, want) => expect(kinds(resolved(given))).toEqual(want));

const decision = (digest: string, changed: Partial<Decision> = {}): Decision => ({
  actor: { policyIndex: 0 },
  decision: "approve",
  nonce,
  previewDigest: digest,
  expiresAtMs: wallMs + 60_000,
  ...changed,
});
const digestIn = ({ pending }: State): string => {
  if (pending.digest === undefined) throw new Error("there is no digest");
  return pending.digest;
};
const decided = (given: Effects["class"], changed: Partial<Decision> = {}, afterUs = 0) => {
  const { state } = resolved(given);
  return step(state, input("actionDecided", { answer: decision(digestIn(state), changed) }, now + afterUs));
};
const steppedUp = (changed: Partial<Decision> = {}, afterUs = 0) => {
  const { state } = decided("destructive", {}, 30);
  const answer = decision(stepUpDigest(digestIn(state)), changed);
  return step(state, input("steppedUp", { answer }, now + 30 + afterUs));
};

test.each<[Effects["class"], Partial<Decision>, readonly OutputKind[]]>([
  ["external", {}, ["observe"]],
  ["destructive", {}, ["stepUp"]],
  ["irreversible", {}, ["stepUp"]],
  ["external", { decision: "deny" }, ["refuse", "sealFrame"]],
  ["destructive", { nonce: "c".repeat(32) }, ["refuse", "sealFrame"]],
])("an action with %s effects, decided with %j", (given, changed, want) => {
  const next = decided(given, changed);
  expect(kinds(next)).toEqual(want);
  if (want.includes("observe")) expect(outputOf(next, "observe").purpose).toBe("decided");
});

test("a step-up is asked for by a digest of its own, and both waits are left out of the frame's age", () => {
  const next = decided("destructive", {}, 30);
  expect(outputOf(next, "stepUp")).toMatchObject({ digest: stepUpDigest(digestIn(next.state)), nonce });
  expect(next.state).toMatchObject({ pendingUs: 30, phase: "steppingUp" });
  const second = steppedUp({}, 12);
  expect(kinds(second)).toEqual(["observe"]);
  expect(outputOf(second, "observe").purpose).toBe("decided");
  expect(second.state).toMatchObject({ pendingUs: 42, phase: "reobserving" });
  expect(second.state.pending).not.toHaveProperty("askedAt");
});

test.each<[string, Partial<Decision>, readonly RefusalCode[]]>([
  ["denied", { decision: "deny" }, ["step_up_denied"]],
  ["for the action's own digest", { previewDigest: "0".repeat(64) }, ["step_up_denied"]],
])("a step-up that is %s", (_, changed, codes) => {
  const next = steppedUp(changed);
  expect(outputOf(next, "refuse").codes).toEqual(codes);
});

test("after a person thought, target and focus are looked at again, and held against what was seen before", () => {
  const { state } = decided("external");
  const moved = target({ geometry: { x: 101, y: 100, width: 400, height: 300 } });
  const again = (observation: typeof seen) => step(state, input("observed", { observation }));
  expect(outputOf(again(seen), "capture")).toMatchObject({ purpose: "admit", compareTo: 1, proposal: 0 });
  expect(outputOf(again(moved), "refuse").codes).toEqual(["target_changed"]);
  expect(outputOf(again({ ...seen, focus: { kind: "root" } }), "refuse").codes).toEqual(["focus_root"]);
});

describe("a state that lacks what its phase stands on", () => {
  const lacking = (...keys: readonly (keyof State["pending"])[]): State => {
    const { state } = resolved("external");
    return {
      ...state,
      pending: Object.fromEntries(Object.entries(state.pending).filter(([key]) => !keys.includes(key as never))),
    };
  };
  const { digest = "" } = resolved("external").state.pending;
  const answer = input("actionDecided", { answer: decision(digest) });
  test.each(["digest", "nonce"] as const)("no %s to fit a decision to: not known to be decided", (key) => {
    expect(outputOf(step(lacking(key), answer), "refuse").codes).toEqual(["decision_unknown"]);
  });
  test("no effects, no digest, no nonce: a decision that nothing asked for", () => {
    expect(() => step(lacking("effects"), answer)).toThrow("a decision follows a preview");
    const harmless = { effects: effects("none") };
    for (const pending of [harmless, { ...harmless, digest }, { ...harmless, nonce }])
      expect(() => step({ ...lacking(), pending }, answer)).toThrow("a decision follows a preview");
  });
  test("no time at which it was asked: none was spent", () => {
    expect(step(lacking("askedAt"), { ...answer, at: now + 9 }).state.pendingUs).toBe(0);
  });
  test.each<[string, Partial<State>, string]>([
    ["no frame", { planFrame: undefined as never }, "a preview has an action, a frame and effects"],
    [
      "no action",
      { turn: { planned: planned([], { proposals: [{ form: "malformed" }] }), index: 0 } },
      "a preview has an action, a frame and effects",
    ],
    ["no turn", { turn: undefined as never }, "a preview has an action, a frame and effects"],
    ["no target", { observation: { ...seen, target: { state: "gone" } } }, "a preview has a target that the policy names"],
    ["no observation", { observation: undefined as never }, "a preview has a target that the policy names"],
    ["a target in no tuple", { observation: target({ tuple: null }) }, "a preview has a target that the policy names"],
  ])("%s: no preview", (_, changed, says) => expect(() => resolved("none", changed)).toThrow(says));
});
