import { expect, test } from "vitest";
import type { Observation } from "../../../src/contract/observation.ts";
import { application } from "../../../src/core/controls/application.ts";
import { focus } from "../../../src/core/controls/focus.ts";
import { ignored } from "../../../src/core/controls/ignored.ts";
import { window } from "../../../src/core/controls/window.ts";
import { facts, policy, seen, target } from "./facts.ts";

const commitment = "1".repeat(64);
const moved = { x: 101, y: 100, width: 400, height: 300 };
const look = (changed: Partial<Observation>): Observation => ({ ...seen, ...changed });

test.each([
  { name: "the listed executable", given: [seen], want: [] },
  { name: "another executable", given: [target({ application: { commitment } })], want: ["application_not_allowed"] },
  {
    name: "an index that the policy does not have",
    given: [target({ application: { policyIndex: 9 } })],
    want: ["application_not_allowed"],
  },
  { name: "not observed", given: [target({ application: null })], want: ["application_unknown"] },
  { name: "no target: another control says so", given: [look({ target: { state: "gone" } })], want: [] },
])("application: $name", ({ given, want }) => expect(application(facts({ observations: given }))).toEqual(want));

test("application: a listed executable in another listed window's place", () => {
  const two = policy({
    applications: [
      { path: "/app/target", sha256: null },
      { path: "/app/second", sha256: null },
    ],
  });
  expect(application(facts({ policy: two, observations: [target({ application: { policyIndex: 1 } })] }))).toEqual([
    "application_not_allowed",
  ]);
});

test.each([
  { name: "the listed window, twice the same", given: [seen, seen], want: [] },
  { name: "no observation", given: [], want: ["target_unknown"] },
  { name: "gone", given: [look({ target: { state: "gone" } })], want: ["window_gone"] },
  { name: "not observed", given: [look({ target: { state: "unknown" } })], want: ["target_unknown"] },
  { name: "in no tuple", given: [target({ tuple: null })], want: ["window_not_allowed"] },
  { name: "a tuple of another window id", given: [target({ window: 0x200008 })], want: ["window_not_allowed", "target_changed"] },
  { name: "another title", given: [target({ title: { commitment } })], want: ["title_mismatch"] },
  { name: "a title that is not UTF-8", given: [target({ title: null })], want: ["target_unknown"] },
  { name: "another client with the same id", given: [target({ client: 1 })], want: ["target_changed"] },
  { name: "another process with the same pid", given: [target({ startTicks: 1 })], want: ["target_changed"] },
  { name: "moved since the run began, at rest now", given: [target({ geometry: moved }), target({ geometry: moved })], want: [] },
  { name: "moved between two observations", given: [seen, target({ geometry: moved })], want: ["target_changed"] },
])("window: $name", ({ given, want }) => expect(window(facts({ observations: given }))).toEqual(want));

const popup = { window: 0x200040, client: 0x200000 };
const inPopup = look({ popups: [popup], focus: { kind: "window", ancestry: [popup.window] } });
test.each([
  { name: "the target itself", given: [look({ focus: { kind: "window", ancestry: [0x200007] } })], want: [] },
  { name: "a window inside it", given: [seen], want: [] },
  { name: "another window", given: [look({ focus: { kind: "window", ancestry: [0x300001] } })], want: ["focus_elsewhere"] },
  { name: "the root", given: [look({ focus: { kind: "root" } })], want: ["focus_root"] },
  { name: "none", given: [look({ focus: { kind: "none" } })], want: ["focus_root"] },
  { name: "not observed", given: [look({ focus: { kind: "unknown" } })], want: ["focus_unknown"] },
  { name: "no observation", given: [], want: ["focus_unknown"] },
  {
    name: "only the later of two is elsewhere",
    given: [seen, look({ focus: { kind: "window", ancestry: [1] } })],
    want: ["focus_elsewhere"],
  },
  { name: "its own popup, popups denied", given: [inPopup], want: ["focus_elsewhere"] },
])("focus: $name", ({ given, want }) => expect(focus(facts({ observations: given }))).toEqual(want));

test.each([
  { name: "its own popup", popups: [popup], want: [] },
  { name: "another client's popup", popups: [{ ...popup, client: 1 }], want: ["focus_elsewhere"] },
])("focus, popups of the same client allowed: $name", ({ popups, want }) => {
  expect(focus(facts({ policy: policy({ popups: "same-client" }), observations: [{ ...inPopup, popups }] }))).toEqual(want);
});

const ignoring = (scope: "display" | "window", ...ignore: { x: number; y: number; width: number; height: number }[]) =>
  policy({ frame: { ...policy().frame, scope, ignore } });
test.each([
  { name: "nothing", given: ignoring("display"), want: [] },
  { name: "exactly a tenth of the display", given: ignoring("display", { x: 0, y: 0, width: 800, height: 60 }), want: [] },
  {
    name: "one pixel more",
    given: ignoring("display", { x: 0, y: 0, width: 800, height: 60 }, { x: 0, y: 60, width: 1, height: 1 }),
    want: ["policy_invalid"],
  },
  { name: "off the screen", given: ignoring("display", { x: 800, y: 0, width: 800, height: 600 }), want: [] },
  { name: "a tenth of the window", given: ignoring("window", { x: 100, y: 100, width: 400, height: 30 }), want: [] },
  { name: "more of the window", given: ignoring("window", { x: 100, y: 100, width: 400, height: 31 }), want: ["policy_invalid"] },
])("ignored: $name", ({ given, want }) => expect(ignored(facts({ policy: given }))).toEqual(want));
