import type { RawObservation } from "../../../src/contract/observation.ts";
import { endTurn, turn } from "../../../src/agent/testing/index.ts";
import type { ComputerUseRunPolicy } from "../../../src/contract/policy.ts";
import type { Bench } from "../run.ts";
import { after, click, type Case } from "./case.ts";

type Viewable = Extract<RawObservation["target"], { state: "viewable" }>;

const see =
  (changed: Partial<RawObservation>) =>
  ({ desktop }: Bench): void => {
    desktop.world.observation = { ...desktop.world.observation, ...changed };
  };
const target =
  (changed: Partial<Viewable>) =>
  ({ desktop }: Bench): void => {
    const { observation } = desktop.world;
    if (observation.target.state === "viewable")
      desktop.world.observation = { ...observation, target: { ...observation.target, ...changed } };
  };
/** The world changes while the planner thinks. */
const meanwhile = (change: (parts: Bench) => void) => (parts: Bench) => [after(() => change(parts), click)];
const surface =
  (seen: Bench["desktop"]["world"]["surface"]) =>
  ({ desktop }: Bench): void => {
    desktop.world.surface = seen;
  };

const at = (x: number) => ({ x, y: 150, space: "display" }) as const;

const popup = { window: 0x400001, client: 0x400000 };
const covered = (parts: Bench): void => {
  see({ popups: [popup] })(parts);
  surface({ kind: "window", chain: [0x400002, popup.window], client: popup.client })(parts);
};
const ignore: ComputerUseRunPolicy["frame"] = {
  scope: "display",
  settle: { quietMs: 50, maxMs: 2000 },
  unsettled: "refuse",
  ignore: [{ x: 140, y: 140, width: 20, height: 20 }],
};

export const targets: readonly Case[] = [
  { code: "application_not_allowed", when: "another executable owns the window", world: target({ application: "/app/other" }) },
  { code: "application_unknown", when: "the executable cannot be observed", world: target({ application: null }) },
  { code: "window_not_allowed", when: "another window is in front", world: target({ window: 0x200008 }) },
  { code: "window_not_allowed", when: "the policy's list of windows is empty", policy: { windows: [] } },
  { code: "window_gone", when: "the window goes while the planner thinks", turns: meanwhile(see({ target: { state: "gone" } })) },
  { code: "title_mismatch", when: "the title gets one more space", world: target({ title: "Invoice " }) },
  { code: "title_mismatch", when: "the title changes while the planner thinks", turns: meanwhile(target({ title: "Other" })) },
  { code: "target_unknown", when: "the target cannot be observed", world: see({ target: { state: "unknown" } }) },
  { code: "target_unknown", when: "the title cannot be decoded", world: target({ title: null }) },
  {
    code: "target_unknown",
    when: "observeTarget fails inside a capture",
    turns: ({ desktop }) => [
      after(() => {
        Object.defineProperty(desktop.world, "observation", {
          get: () => {
            throw new Error("no");
          },
        });
      }, click),
    ],
  },
  { code: "target_changed", when: "the window id is another client's now", turns: meanwhile(target({ client: 0x600000 })) },
  { code: "target_changed", when: "the process is another with the same pid", turns: meanwhile(target({ startTicks: 100 })) },
  {
    code: "target_changed",
    when: "the window moves by one pixel after planning",
    turns: meanwhile(target({ geometry: { x: 101, y: 100, width: 400, height: 300 } })),
  },
  { code: "popup_not_allowed", when: "a popup covers the point", world: covered },
  {
    code: "popup_not_allowed",
    when: "another client's popup covers the point, own popups allowed",
    policy: { popups: "same-client" },
    world: covered,
  },
  { code: "point_not_in_target", when: "the root window is at the point", world: surface({ kind: "root" }) },
  {
    code: "point_not_in_target",
    when: "another window is at the point",
    world: surface({ kind: "window", chain: [0x500001], client: 0x500000 }),
  },
  {
    code: "point_not_in_target",
    when: "a drag ends in another window",
    policy: { actions: ["drag"] },
    world: ({ desktop }) => {
      desktop.surfacesAt = async (points) =>
        points.map((_, nth) => (nth === 0 ? desktop.world.surface : { kind: "window", chain: [0x500001], client: 0x500000 }));
    },
    turns: () => [turn({ type: "drag", path: [at(150), at(190)], button: "left", durationMs: 100, modifiers: [] }), endTurn()],
  },
  { code: "point_in_ignored_region", when: "the point lies in an ignored rectangle", policy: { frame: ignore } },
  {
    code: "point_in_ignored_region",
    when: "the point lies there and points are sealed",
    policy: { frame: ignore, points: "sealed" },
  },
  { code: "surface_unknown", when: "what is at the point cannot be observed", world: surface({ kind: "unknown" }) },
  {
    code: "focus_elsewhere",
    when: "another window takes the focus",
    turns: meanwhile(see({ focus: { kind: "window", ancestry: [0x500001] } })),
  },
  { code: "focus_root", when: "the focus falls to the root", turns: meanwhile(see({ focus: { kind: "root" } })) },
  { code: "focus_root", when: "nothing has the focus", world: see({ focus: { kind: "none" } }) },
  {
    code: "focus_unknown",
    when: "the focus cannot be observed",
    turns: () => [turn(click)],
    world: see({ focus: { kind: "unknown" } }),
  },
];
