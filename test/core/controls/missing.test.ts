import { describe, expect, test } from "vitest";
import type { Observation } from "../../../src/contract/observation.ts";
import type { SealedAction } from "../../../src/contract/proposal.ts";
import type { RefusalCode } from "../../../src/contract/refusals.ts";
import { action } from "../../../src/core/controls/action.ts";
import { application } from "../../../src/core/controls/application.ts";
import { attestation } from "../../../src/core/controls/attestation.ts";
import { callBudget } from "../../../src/core/controls/budget.ts";
import { decision, stepUp } from "../../../src/core/controls/decisions.ts";
import { effects } from "../../../src/core/controls/effects.ts";
import { focus } from "../../../src/core/controls/focus.ts";
import { frame as frameControl } from "../../../src/core/controls/frame.ts";
import { ignored } from "../../../src/core/controls/ignored.ts";
import { surface } from "../../../src/core/controls/surface.ts";
import { window } from "../../../src/core/controls/window.ts";
import type { Control, Facts } from "../../../src/core/facts.ts";
import { click, facts, frame, policy, seen, target } from "./facts.ts";

// What a control answers where a part that it looks into is not there, or is there in the second of two places only.

const gone: Observation = { ...seen, target: { state: "gone" } };
const scoped = (scope: "display" | "window") =>
  policy({ frame: { ...policy().frame, scope, ignore: [{ x: 0, y: 0, width: 800, height: 600 }] } });
const proposed = (given: SealedAction): Partial<Facts> => ({ proposal: { form: "action", action: given }, action: given });
const at = (x: number, y: number, space: "display" | "window"): SealedAction =>
  ({ ...click, point: { x, y, space } }) as SealedAction;
const zoom = (x: number, y: number, width: number, height: number): SealedAction => ({
  type: "zoom",
  region: { x, y, width, height },
});
const usage = { report: "reported", inputTokens: 1, outputTokens: 1 } as const;
const key: SealedAction = { type: "key", key: { chord: "Return" }, repeat: 1 };

describe("without a target or an observation", () => {
  test.each<[string, Control, Partial<Facts>, readonly RefusalCode[]]>([
    ["application, none", application, { observations: undefined }, []],
    ["window, none", window, { observations: undefined }, ["target_unknown"]],
    ["window, gone after it was there", window, { observations: [seen, gone] }, ["window_gone"]],
    ["window, never bound", window, { observations: [seen, seen], bound: undefined }, []],
    [
      "window, never bound, and two that differ",
      window,
      { observations: [seen, target({ pid: 1 })], bound: undefined },
      ["target_changed"],
    ],
    ["focus, none", focus, { observations: undefined }, ["focus_unknown"]],
    ["focus, gone: another control says so", focus, { observations: [gone] }, []],
    ["ignored, none", ignored, { observations: undefined, policy: scoped("display") }, []],
    ["ignored, an empty list", ignored, { observations: [], policy: scoped("display") }, []],
    ["ignored, gone from its scope", ignored, { observations: [gone], policy: scoped("window") }, []],
    ["ignored, gone from the display", ignored, { observations: [gone], policy: scoped("display") }, ["policy_invalid"]],
    ["attestation, none", attestation, { observations: undefined }, ["attestation_process_mismatch"]],
    ["attestation, gone", attestation, { observations: [gone] }, ["attestation_process_mismatch"]],
    ["surface, none, and nothing at a point", surface, { ...proposed(key), observations: undefined }, []],
    ["surface, no action", surface, { action: undefined, observations: [] }, []],
    [
      "surface, gone, a window's point",
      surface,
      { ...proposed(at(5, 5, "window")), observations: [gone], policy: scoped("display") },
      ["surface_unknown"],
    ],
    [
      "surface, gone, a display's point that is left out",
      surface,
      { observations: [gone], policy: scoped("display") },
      ["surface_unknown", "point_in_ignored_region"],
    ],
    ["action, an empty list, a display's point", action, { observations: [] }, ["coordinate_out_of_range"]],
    [
      "application, in no tuple and not in the policy",
      application,
      { observations: [target({ tuple: null, application: { policyIndex: 9 } })] },
      ["application_not_allowed"],
    ],
    ["a call's budget, not known", callBudget, { budget: undefined, usage, thoughtUs: 0 }, ["usage_malformed"]],
    ["a call's time, not known", callBudget, { usage }, ["budget_thinking_time"]],
    ["action, none, a display's point", action, { observations: undefined }, ["coordinate_out_of_range"]],
    [
      "action, none, a window's point",
      action,
      { ...proposed(at(5, 5, "window")), observations: undefined },
      ["coordinate_out_of_range"],
    ],
    [
      "action, gone, a window's point",
      action,
      { ...proposed(at(5, 5, "window")), observations: [gone] },
      ["coordinate_out_of_range"],
    ],
    ["action, none, a region", action, { ...proposed(zoom(0, 0, 5, 5)), observations: undefined }, ["coordinate_out_of_range"]],
    [
      "action, gone, a region of the window",
      action,
      { ...proposed(zoom(120, 120, 5, 5)), observations: [gone], policy: scoped("window") },
      ["coordinate_out_of_range"],
    ],
  ])("%s", (_, control, given, want) => {
    expect([...control(facts(given))].toSorted()).toEqual([...want].toSorted());
  });
});

test("neither a decision nor a step-up is judged before the effects are known", () => {
  expect([decision(facts({ effects: undefined })), stepUp(facts({ effects: undefined }))]).toEqual([[], []]);
});

test.each<[string, Observation, readonly RefusalCode[]]>([
  ["in no tuple: another control says so", target({ tuple: null }), []],
  ["a listed executable", seen, []],
])("application: %s", (_, observation, want) => {
  expect(application(facts({ observations: [observation] }))).toEqual(want);
});

test("a title that the policy does not hold", () => {
  expect(window(facts({ observations: [target({ title: { policyIndex: 9 } })] }))).toEqual(["title_mismatch"]);
});

test("the title of another window of the policy", () => {
  const second = { application: "/app/target", windowId: 0x200008, title: "Other" };
  const two = policy({ windows: [...policy().windows, second] });
  expect(window(facts({ policy: two, observations: [target({ title: { policyIndex: 1 } })] }))).toEqual(["title_mismatch"]);
});

const { x, y, width, height } = seen.target.state === "viewable" ? seen.target.geometry : { x: 0, y: 0, width: 0, height: 0 };
test.each<[string, SealedAction, boolean]>([
  ["exactly the window", zoom(x, y, width, height), false],
  ["one pixel left of it", zoom(x - 1, y, width, height), true],
  ["one pixel above it", zoom(x, y - 1, width, height), true],
  ["one pixel wider", zoom(x, y, width + 1, height), true],
  ["one pixel higher", zoom(x, y, width, height + 1), true],
  ["a part of it", zoom(x + 1, y + 1, width - 1, height - 1), false],
])("shown the window alone, a planner zooms into %s", (_, given, outside) => {
  const rules = policy({ frame: { ...policy().frame, scope: "window" } });
  expect(action(facts({ ...proposed(given), policy: rules })).includes("coordinate_out_of_range")).toBe(outside);
});

test("a drag of which only the last point is off the display", () => {
  const path = [5, 800].map((across) => ({ x: across, y: 5, space: "display" as const }));
  const drag = { type: "drag", path, durationMs: 10, button: "left", modifiers: [] } as unknown as SealedAction;
  expect(action(facts({ ...proposed(drag), policy: policy({ actions: ["drag"] }) }))).toEqual(["coordinate_out_of_range"]);
});

test.each<[string, string, readonly RefusalCode[]]>([
  ["a name that is no key", "Nonsense", ["key_not_known"]],
  ["a chord that is the window manager's", "alt+F4", ["key_chord_reserved"]],
  ["a key", "Return", []],
])("a public chord: %s", (_, chord, want) => {
  expect(action(facts(proposed({ type: "key", key: { chord }, repeat: 1 })))).toEqual(want);
});

const maxUs = policy().limits.frameAgeMsMax * 1000;
test.each<[string, Parameters<typeof frame>[0], number, number | undefined, readonly RefusalCode[]]>([
  ["in the planned frame's microsecond", { capturedAtUs: 1_000_000 }, 1_000_000, 0, []],
  ["now", { capturedAtUs: 1_400_000 }, 1_400_000, 0, []],
  ["in time, the planned one with no wait", { capturedAtUs: 1_000_000 + maxUs }, 1_000_000 + maxUs, undefined, []],
  ["in time, the planned one too old", { capturedAtUs: 1_000_001 + maxUs }, 1_000_001 + maxUs, undefined, ["frame_too_old"]],
  ["in time, the planned one old by the wait", { capturedAtUs: 1_000_001 + maxUs }, 1_000_001 + maxUs, 1, []],
])("a fresh frame taken %s", (_, changed, now, pendingUs, want) => {
  const fresh = frame({ id: 2, comparedTo: 1, equal: true, ...changed });
  expect(frameControl(facts({ fresh, at: now, pendingUs }))).toEqual(want);
});

test("what the policy covers is allowed, in each list", () => {
  const covered = [{ coveredBy: 0, commitment: "0".repeat(64) }];
  const given = { class: "external" as const, origins: covered, reads: covered, writes: covered, complete: true };
  expect(effects(facts({ effects: given }))).toEqual([]);
});

test("a stranger's popup is not allowed for holding a window of the target's client", () => {
  const given = facts({
    policy: policy({ popups: "same-client" }),
    observations: [{ ...seen, popups: [{ window: 0x300040, client: 0x300000 }] }],
    surface: { kind: "window", chain: [0x200041, 0x300040], client: 0x200000 },
  });
  expect(surface(given)).toEqual(["popup_not_allowed"]);
});

test("a popup list that names the target itself covers nothing", () => {
  const own = seen.target.state === "viewable" ? { window: seen.target.window, client: seen.target.client } : undefined;
  if (own === undefined) throw new Error("the facts have no target");
  expect(surface(facts({ observations: [{ ...seen, popups: [own] }] }))).toEqual([]);
});

test("of two popups the one over the point is judged", () => {
  const popups = [
    { window: 0x300040, client: 0x300000 },
    { window: 0x200040, client: 0x200000 },
  ];
  const given = facts({
    policy: policy({ popups: "same-client" }),
    observations: [{ ...seen, popups }],
    surface: { kind: "window", chain: [0x200041, 0x200040], client: 0x200000 },
  });
  expect(surface(given)).toEqual([]);
});
