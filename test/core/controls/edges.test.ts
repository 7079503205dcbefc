import { describe, expect, test } from "vitest";
import { bounds, primitiveMax } from "../../../src/contract/bounds.ts";
import type { Observation } from "../../../src/contract/observation.ts";
import type { SealedAction } from "../../../src/contract/proposal.ts";
import type { RefusalCode } from "../../../src/contract/refusals.ts";
import type { Facts } from "../../../src/core/facts.ts";
import { action } from "../../../src/core/controls/action.ts";
import { attestation } from "../../../src/core/controls/attestation.ts";
import { completion } from "../../../src/core/controls/completion.ts";
import { decision } from "../../../src/core/controls/decisions.ts";
import { effects } from "../../../src/core/controls/effects.ts";
import { focus } from "../../../src/core/controls/focus.ts";
import { frame as frameControl } from "../../../src/core/controls/frame.ts";
import { ignored } from "../../../src/core/controls/ignored.ts";
import { surface } from "../../../src/core/controls/surface.ts";
import { window } from "../../../src/core/controls/window.ts";
import { click, facts, frame, policy, seen, target } from "./facts.ts";

// Each comparison at its very edge, and each list with more than one entry, of which one alone is wrong: found wanting by mutation testing.

const { width, height } = seen.display;
const proposed = (given: SealedAction): Facts => facts({ proposal: { form: "action", action: given }, action: given });
const at = (x: number, y: number): SealedAction => ({ ...click, point: { x, y, space: "display" } }) as SealedAction;
const zoom = (x: number, y: number, wide: number, high: number): SealedAction => ({
  type: "zoom",
  region: { x, y, width: wide, height: high },
});

describe("a point or region off the display", () => {
  test.each<[string, SealedAction, boolean]>([
    ["the first pixel", at(0, 0), false],
    ["the last pixel", at(width - 1, height - 1), false],
    ["left of it", at(-1, 5), true],
    ["above it", at(5, -1), true],
    ["right of it", at(width, 5), true],
    ["below it", at(5, height), true],
    ["the whole as a region", zoom(0, 0, width, height), false],
    ["a region left of it", zoom(-1, 0, 5, 5), true],
    ["a region above it", zoom(0, -1, 5, 5), true],
    ["a region one too wide", zoom(1, 0, width, 5), true],
    ["a region one too high", zoom(0, 1, 5, height), true],
  ])("%s", (_, given, outside) => {
    expect(action(proposed(given)).includes("coordinate_out_of_range")).toBe(outside);
  });
});

test.each([
  [primitiveMax.holdMs, false],
  [primitiveMax.holdMs + 1, true],
])("a key held for %i ms", (ms, tooLong) => {
  const given = { type: "hold_key", key: { chord: "Return" }, ms } as SealedAction;
  expect(action(proposed(given)).includes("action_bound_exceeded")).toBe(tooLong);
});

const geometry = seen.target.state === "viewable" ? seen.target.geometry : { x: 0, y: 0, width: 0, height: 0 };
test.each<[string, Observation]>([
  ["another client", target({ client: 1 })],
  ["another process", target({ pid: 1 })],
  ["another start", target({ startTicks: 1 })],
  ["another x", target({ geometry: { ...geometry, x: geometry.x + 1 } })],
  ["another y", target({ geometry: { ...geometry, y: geometry.y + 1 } })],
  ["another width", target({ geometry: { ...geometry, width: geometry.width + 1 } })],
  ["another height", target({ geometry: { ...geometry, height: geometry.height + 1 } })],
])("of two observations the second shows %s", (_, second) => {
  expect(window(facts({ observations: [seen, second] }))).toEqual(["target_changed"]);
});

const ignoring = (scope: "display" | "window", ...ignore: { x: number; y: number; width: number; height: number }[]) =>
  facts({ policy: policy({ frame: { ...policy().frame, scope, ignore } }) });
const tenth = (width * height * bounds.ignoredAreaPercentMax) / 100;
describe("what is left out of the comparison", () => {
  test.each<[string, Facts, readonly RefusalCode[]]>([
    ["exactly as much as is allowed", ignoring("display", { x: 0, y: 0, width, height: tenth / width }), []],
    ["one row more", ignoring("display", { x: 0, y: 0, width, height: tenth / width + 1 }), ["policy_invalid"]],
    ["large, beside the scope", ignoring("display", { x: width, y: 0, width, height }), []],
    ["large, below the scope", ignoring("display", { x: 0, y: height, width, height }), []],
    ["large, beside and below it", ignoring("display", { x: width + 900, y: height + 900, width, height }), []],
    ["a third of its height inside", ignoring("display", { x: 0, y: height - 200, width, height }), ["policy_invalid"]],
    ["all of the window, which is not the scope's display", ignoring("window", geometry), ["policy_invalid"]],
  ])("%s", (_, given, want) => expect(ignored(given)).toEqual(want));
});

test("of two popups the target's own has the focus, the other is a stranger's", () => {
  const own = seen.target.state === "viewable" ? seen.target.client : 0;
  const observation: Observation = {
    ...seen,
    popups: [
      { window: 0x900001, client: 0x900000 },
      { window: 0x200099, client: own },
    ],
    focus: { kind: "window", ancestry: [0x200099] } as Observation["focus"],
  };
  const given = facts({ policy: policy({ popups: "same-client" }), observations: [observation] });
  expect(focus(given)).toEqual([]);
  expect(focus({ ...given, policy: policy({ popups: "deny" }) })).toEqual(["focus_elsewhere"]);
});

const checked = (required: number | null, passed = true) => ({ required, passed, evidenceDigest: "a".repeat(64) });
test.each<[string, ReturnType<typeof checked>[], readonly RefusalCode[]]>([
  ["both passed", [checked(0), checked(1)], []],
  ["the second did not pass", [checked(0), checked(1, false)], ["completion_check_failed"]],
  ["the second is missing", [checked(0)], ["completion_check_missing"]],
])("of two required checks, %s", (_, checks, want) => {
  const two = policy({ completion: { ...policy().completion, requiredChecks: ["result", "total"] } });
  expect(completion(facts({ policy: two, completion: { verifier: 0, checks, outputs: [] } }))).toEqual(want);
});

test("of two probes one alone is unknown", () => {
  const good = facts().attestation;
  if (typeof good !== "object" || !("probes" in good)) throw new Error("the facts have no attestation");
  const [probe] = good.probes;
  if (probe === undefined) throw new Error("the attestation has no probe");
  const probes = [probe, { ...probe, verdict: "unknown" as const }];
  expect(attestation(facts({ attestation: { ...good, probes } }))).toEqual(["attestation_unknown"]);
});

test("a drag of which only the second point is left out of the comparison", () => {
  const path = [
    { x: 150, y: 150, space: "display" as const },
    { x: 160, y: 160, space: "display" as const },
  ];
  const given = { type: "drag", path, durationMs: 10, button: "left", modifiers: [] } as unknown as SealedAction;
  const ignore = [{ x: 158, y: 158, width: 4, height: 4 }];
  const rules = policy({ frame: { ...policy().frame, ignore } });
  const seen = proposed(given);
  expect(
    surface({ ...seen, surfaces: seen.surface === undefined || seen.surface === null ? [] : [seen.surface], policy: rules }),
  ).toEqual(["point_in_ignored_region"]);
});

const external: Facts["effects"] = { class: "external", origins: [], reads: [], writes: [], complete: true };
test.each<[string, { nonce: string; previewDigest: string }, readonly RefusalCode[]]>([
  ["a spent nonce and another digest", { nonce: "b".repeat(32), previewDigest: "0".repeat(64) }, ["decision_replayed"]],
  ["an unknown nonce and another digest", { nonce: "c".repeat(32), previewDigest: "0".repeat(64) }, ["decision_nonce_mismatch"]],
  ["its nonce and another digest", { nonce: "a".repeat(32), previewDigest: "0".repeat(64) }, ["decision_digest_mismatch"]],
])("a decision with %s", (_, wrong, want) => {
  const answer = { actor: { policyIndex: 0 }, decision: "approve" as const, expiresAtMs: 9_000_000_000_000, ...wrong };
  const given = { answer, digest: "d".repeat(64), nonce: "a".repeat(32), spent: ["b".repeat(32)], confirmers: ["operator"] };
  expect(decision(facts({ effects: external, decision: given }))).toEqual(want);
});

test.each<["origins" | "reads" | "writes", RefusalCode]>([
  ["origins", "origin_not_allowed"],
  ["reads", "read_not_allowed"],
  ["writes", "write_not_allowed"],
])("only its %s are covered by nothing", (list, code) => {
  expect(effects(facts({ effects: { ...external, [list]: [{ coveredBy: null, commitment: "0".repeat(64) }] } }))).toEqual([code]);
});

test.each([
  [0, []],
  [1, ["frame_too_old"]],
])("a fresh frame %i us over its age", (over, want) => {
  const { frameAgeMsMax } = policy().limits;
  const now = 2_000_000 + frameAgeMsMax * 1000;
  const fresh = frame({ id: 2, capturedAtUs: 2_000_000 - over, comparedTo: 1, equal: true });
  expect(frameControl(facts({ fresh, planFrame: frame({ capturedAtUs: 2_000_000 - over }), pendingUs: over, at: now }))).toEqual(
    want,
  );
});
