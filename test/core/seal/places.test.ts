import { describe, expect, test } from "vitest";
import { fakePolicy, fakeWorld } from "../../../src/agent/testing/index.ts";
import type { Action } from "../../../src/contract/actions.ts";
import { bounds, primitiveMax } from "../../../src/contract/bounds.ts";
import {
  sealAction,
  sealActor,
  sealCompletion,
  sealEffects,
  sealObservation,
  sealPlan,
  type CommitContext,
  type SealPlace,
} from "../../../src/core/seal/index.ts";
import { describeText } from "../../../src/core/seal/text.ts";

// What is committed to, under which context, and what stays public: found wanting by mutation testing. The commitment spells its context out.

const commit = ({ kind, turn, index }: CommitContext, value: string): string => `${kind} ${turn}.${index} ${value}`;
const policy = fakePolicy();
const world = fakeWorld().observation;
const observation = sealObservation(policy, world, commit);
const place = (changed: Partial<SealPlace> = {}): SealPlace => ({
  policy,
  observation,
  turn: 3,
  index: 1,
  previous: undefined,
  commit,
  ...changed,
});
const press = (chord: string): Action => ({ type: "key", chord, repeat: 2 });
const pointed: Action = { type: "pointer_move", point: { x: 1, y: 2, space: "display" } };

describe("a key", () => {
  test.each([
    ["Return", "Return"],
    ["ctrl+s", "ctrl+s"],
    ["F5", "F5"],
  ])("%s stays public", (chord, name) => {
    expect(sealAction(press(chord), place())).toEqual({ type: "key", key: { chord: name }, repeat: 2 });
    expect(sealAction({ type: "hold_key", chord, ms: 7 }, place())).toEqual({ type: "hold_key", key: { chord: name }, ms: 7 });
  });
  test.each(["a", "shift+A", "ctrl+é"])("%s is committed to like text", (chord) => {
    expect(sealAction(press(chord), place())).toMatchObject({ key: { text: { commitment: `text 3.1 ${chord}` } } });
  });
  test("that is none is committed to as it came", () => {
    expect(sealAction(press("ctrl+nonsense"), place())).toEqual({
      type: "key",
      key: { unknown: "chord 3.1 ctrl+nonsense" },
      repeat: 2,
    });
  });
  test.each<[string, Action | undefined, boolean]>([
    ["the same key", press("a"), true],
    ["the same key held", { type: "hold_key", chord: "a", ms: 1 }, true],
    ["the same text", { type: "type", text: "a" }, true],
    ["another key", press("b"), false],
    ["an action without text", pointed, false],
    ["nothing", undefined, false],
  ])("after %s", (_, previous, same) => {
    expect(sealAction(press("a"), place({ previous }))).toMatchObject({ key: { text: { sameAsPrevious: same } } });
  });
});

describe("a sealed point", () => {
  const sealing = { ...policy, points: "sealed" as const };
  test("is committed to with its number on the path, and is public where the policy says so", () => {
    const point = { x: 5, y: 6, space: "display" as const };
    const drag: Action = { type: "drag", path: [point, point], button: "left", durationMs: 10, modifiers: [] };
    expect(sealAction(drag, place())).toEqual(drag);
    expect(sealAction(drag, place({ policy: sealing }))).toMatchObject({
      path: [
        { commitment: 'point 3.1 [0,{"space":"display","x":5,"y":6}]' },
        { commitment: 'point 3.1 [1,{"space":"display","x":5,"y":6}]' },
      ],
    });
  });
  test.each<[string, SealPlace["observation"]]>([
    ["nothing was observed", undefined],
    ["the window is gone", { ...observation, target: { state: "gone" } }],
  ])("of the window is out of range and in no rectangle when %s", (_, seen) => {
    const ignore = [{ x: 0, y: 0, width: 800, height: 600 }];
    const given = place({ policy: { ...sealing, frame: { ...policy.frame, ignore } }, observation: seen });
    expect(sealAction({ type: "pointer_move", point: { x: 1, y: 1, space: "window" } }, given)).toMatchObject({
      point: { inRange: false, inIgnored: false },
    });
  });
  test("of the display is out of range when nothing was observed", () => {
    expect(sealAction(pointed, place({ policy: sealing, observation: undefined }))).toMatchObject({ point: { inRange: false } });
  });
  test("after an action without a point is not the same", () => {
    expect(sealAction(pointed, place({ policy: sealing, previous: { type: "wait", ms: 1 } }))).toMatchObject({
      point: { sameAsPrevious: false },
    });
  });
});

test.each<[string, object, object]>([
  ["a title that cannot be read", { title: null }, { title: null, tuple: 0 }],
  ["an executable that cannot be read", { application: null }, { application: null, tuple: 0 }],
  ["a window that no tuple names", { window: 1 }, { tuple: null }],
  ["what the policy names", {}, { title: { policyIndex: 0 }, application: { policyIndex: 0 }, tuple: 0 }],
  ["another title", { title: "other" }, { title: { commitment: "title 0.0 other" } }],
  ["another executable", { application: "/x" }, { application: { commitment: "application 0.0 /x" } }],
])("an observation with %s", (_, changed, want) => {
  const raw = { ...world, target: { ...world.target, ...changed } } as typeof world;
  expect(sealObservation(policy, raw, commit).target).toMatchObject(want);
});
test("an observation without its window", () => {
  expect(sealObservation(policy, { ...world, target: { state: "gone" } }, commit)).toEqual({ ...world, target: { state: "gone" } });
});
test("an actor is an index where the list names it", () => {
  expect([sealActor(["a", "b"], "b", commit), sealActor(["a"], "b", commit)]).toEqual([
    { policyIndex: 1 },
    { commitment: "actor 0.0 b" },
  ]);
});

test.each<["type" | "paste" | "key", string, boolean]>([
  ["type", "\n".repeat(primitiveMax.typeBreaks), true],
  ["type", "\n".repeat(primitiveMax.typeBreaks + 1), false],
  ["type", "\t".repeat(primitiveMax.typeBreaks + 1), false],
  ["paste", "\n".repeat(primitiveMax.typeBreaks + 1), true],
])("breaks to %s", (way, text, within) => expect(describeText(text, way).withinBound).toBe(within));

test("effects are committed to under their own kind, turn and index", () => {
  const origins = ["https://a.example", "https://b.example"];
  const named = { class: "external", origins, reads: ["/r"], writes: ["/task/out/w"], complete: false } as const;
  const networked = { ...policy, network: { ...policy.network, origins: ["https://b.example"] } };
  const raw = { ...named, reads: [...named.reads], writes: [...named.writes] };
  expect(sealEffects(raw, { policy: networked, turn: 2, index: 4, commit })).toEqual({
    class: "external",
    origins: [
      { coveredBy: null, commitment: "origin 2.4 https://a.example" },
      { coveredBy: 0, commitment: "origin 2.4 https://b.example" },
    ],
    reads: [{ coveredBy: null, commitment: "path 2.4 /r" }],
    writes: [{ coveredBy: 0, commitment: "path 2.4 /task/out/w" }],
    complete: false,
  });
});

test("a verifier and its checks are indexes of the policy's lists", () => {
  const check = { passed: false, evidenceDigest: "x" };
  const raw = { verifier: "nobody", checks: [{ name: "other", ...check }], outputs: [] };
  expect(sealCompletion(raw, policy)).toMatchObject({ verifier: null, checks: [{ required: null, passed: false }] });
  const [verifier = ""] = policy.completion.verifiers;
  const [name = ""] = policy.completion.requiredChecks;
  expect(sealCompletion({ ...raw, verifier, checks: [{ name, ...check }] }, policy)).toMatchObject({
    verifier: 0,
    checks: [{ required: 0 }],
  });
});

describe("a plan", () => {
  const sealed = (proposals: readonly unknown[], previous: readonly (Action | undefined)[] = []) =>
    sealPlan({ proposals, endTurn: true, usage: null }, { policy, observation, turn: 3, previous, commit });

  test("keeps as many proposals as the bound, and says when there were more", () => {
    const many = (count: number) => sealed(Array.from({ length: count }, () => ({ type: "wait", ms: 1 })));
    const kept = (count: number) => [many(count).planned.proposals.length, many(count).planned.truncated];
    expect([kept(bounds.proposalsPerTurnMax), kept(bounds.proposalsPerTurnMax + 1)]).toEqual([
      [bounds.proposalsPerTurnMax, false],
      [bounds.proposalsPerTurnMax, true],
    ]);
  });
  test("with a proposal that throws when it is read", () => {
    const hostile = {
      get type(): string {
        throw new Error("no");
      },
    };
    const { planned, actions } = sealed([hostile, { type: "wait", ms: 1 }, { type: "none" }]);
    expect(planned.proposals.map(({ form }) => form)).toEqual(["malformed", "action", "malformed"]);
    expect(actions.map((action) => action?.type)).toEqual([undefined, "wait", undefined]);
  });
  test("cannot be changed afterwards, down to its points", () => {
    const [action] = sealed([pointed]).actions;
    expect(Object.isFrozen(action) && Object.isFrozen(action !== undefined && "point" in action && action.point)).toBe(true);
  });
  test("compares each proposal with the one at its place in the turn before", () => {
    const text = (given: string) => ({ type: "type" as const, text: given });
    const { planned } = sealed([text("a"), text("b")], [text("b"), text("b")]);
    expect(planned.proposals).toMatchObject([
      { action: { text: { commitment: "text 3.0 a", sameAsPrevious: false } } },
      { action: { text: { commitment: "text 3.1 b", sameAsPrevious: true } } },
    ]);
    expect(planned).toMatchObject({ endTurn: true, usage: { report: "missing" } });
  });
});
