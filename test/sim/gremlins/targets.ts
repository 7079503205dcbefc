import type { RawObservation, Surface } from "../../../src/contract/observation.ts";
import type { Gremlin, Sim } from "../sim.ts";
import { fails, hook, replaceCall } from "./replace.ts";

type Viewable = Extract<RawObservation["target"], { state: "viewable" }>;
const target =
  (changed: Partial<Viewable>) =>
  (seen: RawObservation): RawObservation =>
    seen.target.state === "viewable" ? { ...seen, target: { ...seen.target, ...changed } } : seen;
const see =
  (changed: Partial<RawObservation>) =>
  (seen: RawObservation): RawObservation => ({ ...seen, ...changed });

/** For a few observations, soon after the run began; now and then at its very first. */
const distort = (name: string, change: (seen: RawObservation) => RawObservation): Gremlin => ({
  name,
  install: ({ rng, desktop }) => {
    const from = rng.chance(0.1) ? 0 : rng.int(2, 9);
    desktop.distortions.push({ from, to: from + rng.int(1, 3), see: change });
  },
});

const popup = { window: 0x700001, client: 0x700000 };

/** Answers one of the first surfaces otherwise, for actions that have a point. */
const surface = (name: string, seen: Surface, popups: RawObservation["popups"] = []): Gremlin => ({
  name,
  install: (sim: Sim) => {
    const { desktop } = sim;
    if (popups.length > 0) desktop.distortions.push({ from: 1, to: 1_000, see: see({ popups }) });
    desktop.surfaceAt = replaceCall(desktop.surfaceAt.bind(desktop), 0, async () => seen);
  },
});

export const targets: readonly Gremlin[] = [
  distort("another executable", target({ application: "/app/CanaryOf" })),
  distort("an executable that cannot be read", target({ application: null })),
  distort("another window", target({ window: 0x300001 })),
  distort("a window that goes", see({ target: { state: "gone" } })),
  distort("another title", target({ title: "CanaryOf title" })),
  distort("a target that cannot be seen", see({ target: { state: "unknown" } })),
  distort("a reused window id", target({ client: 0x300000, pid: 4712 })),
  distort("a window that moves", target({ geometry: { x: 90, y: 100, width: 400, height: 300 } })),
  distort("a thief of focus", see({ focus: { kind: "window", ancestry: [0x700001] } })),
  distort("focus on the root", see({ focus: { kind: "root" } })),
  distort("focus that cannot be seen", see({ focus: { kind: "unknown" } })),
  { name: "an observer that fails", install: (sim) => hook(sim, "observeTarget", fails, sim.rng.int(1, 6)) },
  surface("a popup over the point", { kind: "window", chain: [popup.window], client: popup.client }, [popup]),
  surface("another window at the point", { kind: "window", chain: [0x700009], client: 0x700000 }),
  surface("the root at the point", { kind: "root" }),
  surface("nothing seen at the point", { kind: "unknown" }),
  {
    name: "a click where changes are ignored",
    install: (sim) => {
      sim.policy = { ...sim.policy, frame: { ...sim.policy.frame, ignore: [{ x: 200, y: 200, width: 80, height: 80 }] } };
      sim.tricks.push(() => [{ type: "pointer_move", point: { x: 230, y: 230, space: "display" } }]);
    },
  },
];
