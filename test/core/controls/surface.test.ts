import { expect, test } from "vitest";
import type { SealedAction } from "../../../src/contract/proposal.ts";
import type { Surface } from "../../../src/contract/observation.ts";
import { surface } from "../../../src/core/controls/surface.ts";
import type { Facts } from "../../../src/core/facts.ts";
import { click, facts, policy, seen } from "./facts.ts";

const popup = { window: 0x200040, client: 0x200000 };
const foreign = { window: 0x300040, client: 0x300000 };
const own = policy({ popups: "same-client" });
const under = ({ window, client }: typeof popup, changed: Partial<Facts> = {}): Partial<Facts> => ({
  observations: [{ ...seen, popups: [{ window, client }] }],
  surface: { kind: "window", chain: [window + 1, window], client },
  ...changed,
});
const ignoring = policy({ frame: { ...policy().frame, ignore: [{ x: 140, y: 140, width: 11, height: 11 }] } });
const sealed = (inIgnored: boolean): SealedAction =>
  ({ ...click, point: { commitment: "0".repeat(64), inRange: true, inIgnored, sameAsPrevious: false } }) as SealedAction;

const at = (x: number, y: number) => ({ x, y, space: "display" }) as const;
const dragged: SealedAction = {
  type: "drag",
  path: [at(150, 150), at(160, 150), at(170, 150)],
  button: "left",
  durationMs: 9,
  modifiers: [],
};
const there: Surface = { kind: "window", chain: [0x200009, 0x200007], client: 0x200000 };
const elsewhere: Surface = { kind: "window", chain: [0x300001], client: 0x300000 };
const ended = (...surfaces: readonly Surface[]): Partial<Facts> => ({ action: dragged, surface: there, surfaces });
const drags: { name: string; given: Partial<Facts>; want: string[] }[] = [
  { name: "a drag inside the target", given: ended(there, there), want: [] },
  { name: "a drag that ends elsewhere", given: ended(there, elsewhere), want: ["point_not_in_target"] },
  { name: "a drag with a corner on the root", given: ended({ kind: "root" }, there), want: ["point_not_in_target"] },
  { name: "a drag whose end was not looked at", given: ended(there), want: ["surface_unknown"] },
  {
    name: "a drag of which only the beginning was looked at",
    given: { action: dragged, surface: there },
    want: ["surface_unknown"],
  },
  {
    name: "a drag whose corner is not known",
    given: ended({ kind: "unknown" }, elsewhere),
    want: ["point_not_in_target", "surface_unknown"],
  },
  {
    name: "a drag onto its own popup, popups denied",
    given: {
      ...ended(there, { kind: "window", chain: [0x200040], client: 0x200000 }),
      observations: [{ ...seen, popups: [popup] }],
    },
    want: ["popup_not_allowed"],
  },
];

test.each<{ name: string; given: Partial<Facts>; want: string[] }>([
  { name: "the target is at the point", given: {}, want: [] },
  {
    name: "an action without a point",
    given: { action: { type: "key", key: { chord: "Return" }, repeat: 1 }, surface: null },
    want: [],
  },
  ...drags,
  { name: "the root", given: { surface: { kind: "root" } }, want: ["point_not_in_target"] },
  {
    name: "another client's window",
    given: { surface: { kind: "window", chain: [0x300001], client: 0x300000 } },
    want: ["point_not_in_target"],
  },
  {
    name: "a foreign window inside the target",
    given: { surface: { kind: "window", chain: [0x300001, 0x200007], client: 0x300000 } },
    want: ["point_not_in_target"],
  },
  { name: "not observed", given: { surface: { kind: "unknown" } }, want: ["surface_unknown"] },
  { name: "not asked for", given: { surface: null }, want: ["surface_unknown"] },
  { name: "no observation", given: { observations: [] }, want: ["surface_unknown"] },
  { name: "its own popup, popups denied", given: under(popup), want: ["popup_not_allowed"] },
  { name: "its own popup, allowed", given: under(popup, { policy: own }), want: [] },
  { name: "a foreign popup, own allowed", given: under(foreign, { policy: own }), want: ["popup_not_allowed"] },
  {
    name: "a foreign window in its own popup",
    given: under(popup, { policy: own, surface: { kind: "window", chain: [popup.window], client: 0x300000 } }),
    want: ["popup_not_allowed"],
  },
  { name: "in an ignored rectangle", given: { policy: ignoring }, want: ["point_in_ignored_region"] },
  {
    name: "one pixel past it",
    given: { policy: ignoring, action: { ...click, point: { x: 151, y: 150, space: "display" } } as SealedAction },
    want: [],
  },
  {
    name: "in it by window coordinates",
    given: { policy: ignoring, action: { ...click, point: { x: 45, y: 45, space: "window" } } as SealedAction },
    want: ["point_in_ignored_region"],
  },
  { name: "sealed, in it", given: { action: sealed(true) }, want: ["point_in_ignored_region"] },
  { name: "sealed, outside", given: { action: sealed(false) }, want: [] },
  {
    name: "both wrong: both reported",
    given: { policy: ignoring, surface: { kind: "root" } },
    want: ["point_not_in_target", "point_in_ignored_region"],
  },
])("$name", ({ given, want }) => expect(surface(facts(given))).toEqual(want));
