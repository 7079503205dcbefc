import type { Observation, Surface, ViewableTarget } from "../../../src/contract/observation.ts";
import { action } from "../../../src/verify/invariants/action.ts";
import { sealing } from "../../../src/verify/invariants/sealing.ts";
import { surface } from "../../../src/verify/invariants/surface.ts";
import { bodyOf, drop, put, table, type Case, type Run } from "./table.ts";

const seal = { commitment: "0".repeat(64), sameAsPrevious: false };
const sealed = (inRange: boolean, inIgnored: boolean) => ({ ...seal, inRange, inIgnored });
const text = (withinBound: boolean) => ({ ...seal, lengthBucket: "1-8", withinBound });
const at = (x: number, y: number, space: "display" | "window" = "display") => ({ x, y, space });
/** This was admitted instead of the click, and is listed. */
const does = (run: Run, type: string, fields: Record<string, unknown>): void => {
  bodyOf(run, "journal").admission.action = { type, ...fields } as never;
  run.policy.actions.push(type as never);
};
const doing =
  (type: string, fields: Record<string, unknown>) =>
  (run: Run): void =>
    does(run, type, fields);
const points = (run: Run, ...path: readonly unknown[]): void =>
  does(run, "drag", { path, durationMs: 1, button: "left", modifiers: [] });
const seenIn = (run: Run, nth: number, side: "before" | "after"): Observation => bodyOf(run, "captured", nth)[side];
const targetIn = ({ target: seen }: Observation): ViewableTarget => {
  if (seen.state !== "viewable") throw new Error("a target was expected");
  return seen;
};

const unlisted = (type: string) => `journal: ${type} is not an action that the policy lists`;
const large = (type: string) => `journal: ${type} is larger than one primitive may be`;
const outside = "journal: a point lies outside its space";
const chord = "journal: its chord is not known, or belongs to the window manager";
const sized = (type: string, most: Record<string, number>, fields: Record<string, unknown>): readonly Case[] => [
  [`${type} as large as may be`, doing(type, { ...fields, ...most })],
  ...Object.entries(most).map(([name, size]): Case => [
    `${type} with one more ${name}`,
    doing(type, { ...fields, ...most, [name]: size + 1 }),
    large(type),
  ]),
];
const point = at(150, 150);
const click = (where: unknown) => doing("click", { point: where, count: 1 });
const long = (length: number) => Array.from({ length }, () => point);
table(
  action,
  ["it is not listed", (run) => void (run.policy.actions = ["screenshot"]), unlisted("click")],
  ["it is listed, and only looks", doing("screenshot", {}), unlisted("screenshot")],
  ...sized("click", { count: 3 }, { point }),
  ...sized("key", { repeat: 32 }, { key: { chord: "Return" } }),
  ...sized("hold_key", { ms: 5000 }, { key: { chord: "Return" } }),
  ...sized("scroll", { dx: 32, dy: 32 }, { point }),
  ["scroll too far back", doing("scroll", { point, dx: -33, dy: 0 }), large("scroll")],
  ["scroll too far up", doing("scroll", { point, dx: 0, dy: -33 }), large("scroll")],
  ...sized("drag", { durationMs: 10_000 }, { path: long(256) }),
  ["drag over one more point", doing("drag", { durationMs: 1, path: long(257) }), large("drag")],
  ["a point that says how often", doing("pointer_move", { point, count: 9 })],
  ["a text of a length that may be", doing("type", { text: text(true) })],
  ["a longer text", doing("type", { text: text(false) }), large("type")],
  ["a key that is text", doing("key", { key: { text: text(true) }, repeat: 1 })],
  ["a key that is longer text", doing("key", { key: { text: text(false) }, repeat: 1 }), large("key")],
  ["a chord of the window manager", doing("key", { key: { chord: "alt+Tab" }, repeat: 1 }), chord],
  ["a chord that is none", doing("key", { key: { chord: "Nothing" }, repeat: 1 }), chord],
  ["a chord that is not known", doing("key", { key: { unknown: seal.commitment }, repeat: 1 }), chord],
  ["the first pixel", click(at(0, 0))],
  ["the last pixel", click(at(799, 599))],
  ["left of it", click(at(-1, 0)), outside],
  ["above it", click(at(0, -1)), outside],
  ["right of it", click(at(800, 0)), outside],
  ["below it", click(at(0, 600)), outside],
  ["the window's first pixel", click(at(0, 0, "window"))],
  ["the window's last pixel", click(at(399, 299, "window"))],
  ["right of the window", click(at(400, 0, "window")), outside],
  ["below the window", click(at(0, 300, "window")), outside],
  [
    "in a window that is gone",
    (run) => (click(at(0, 0, "window"))(run), void (seenIn(run, 1, "after").target = { state: "gone" })),
    outside,
  ],
  ["on a screen that nobody saw", (run) => drop(run, "captured"), outside],
  ["in a window that nobody saw", (run) => (click(at(0, 0, "window"))(run), drop(run, "captured")), outside],
  ["sealed, and on the screen", click(sealed(true, false))],
  ["sealed, and off the screen", click(sealed(false, false)), outside],
);

const unknown = "journal: it is not known what lay at its point";
const foreign = "journal: what lay at its point was not the target's";
const ignored = "journal: its point lies where pixels are not compared";
const unseen = "journal: no target was seen before it";
const mine: Surface = { kind: "window", chain: [2_097_161, 2_097_159], client: 2_097_152 };
const lay = (run: Run, ...seen: readonly Surface[]) => {
  const [first, ...surfaces] = seen;
  Object.assign(bodyOf(run, "captured", 1), { surface: first ?? null, surfaces });
};
const masks = (rect: Run["policy"]["frame"]["ignore"][number], where: unknown) => (run: Run) => {
  run.policy.frame.ignore = [rect];
  click(where)(run);
};
const rect = { x: 110, y: 120, width: 30, height: 40 };
const inMenu: Surface = { kind: "window", chain: [9, 7], client: 2_097_152 };
const menu = (run: Run, client: number, popups: "deny" | "same-client") => {
  run.policy.popups = popups;
  seenIn(run, 1, "after").popups = [
    { window: 8, client },
    { window: 7, client },
  ] as never;
  lay(run, inMenu);
};
table(
  surface,
  ["nobody saw anything", (run) => drop(run, "captured"), unseen],
  ["the target was none of the policy", (run) => void (targetIn(seenIn(run, 1, "after")).window = 1), unseen],
  ["it has no point, and nobody saw anything", (run) => (does(run, "type", { text: text(true) }), drop(run, "captured"))],
  ["nobody looked", (run) => lay(run), unknown],
  ["it is not known", (run) => lay(run, { kind: "unknown" }), unknown],
  ["one of two is not known", (run) => (points(run, point, point), lay(run, mine, { kind: "unknown" })), unknown],
  ["one of two was not looked at", (run) => (points(run, point, point), lay(run, mine)), unknown],
  ["both are the target", (run) => (points(run, point, point), lay(run, mine, mine))],
  ["one of two is another window", (run) => (points(run, point, point), lay(run, mine, { ...mine, chain: [3] })), foreign],
  ["the root", (run) => lay(run, { kind: "root" }), foreign],
  ["the root, of the target's client and chain", (run) => lay(run, { ...mine, kind: "root" } as never), foreign],
  ["another client's window", (run) => lay(run, { ...mine, client: 1 }), foreign],
  ["another window of the client", (run) => lay(run, { ...mine, chain: [3] }), foreign],
  ["a popup, denied", (run) => menu(run, 2_097_152, "deny"), foreign],
  ["a popup, allowed", (run) => menu(run, 2_097_152, "same-client")],
  ["another client's popup", (run) => menu(run, 1, "same-client"), foreign],
  [
    "another client's popup over the target's own",
    (run) => (menu(run, 1, "same-client"), lay(run, { ...mine, chain: [7, 2_097_159] })),
    foreign,
  ],
  ["beside a popup", (run) => (menu(run, 1, "deny"), lay(run, mine))],
  [
    "the target itself is listed as a popup",
    (run) => (
      menu(run, 1, "deny"),
      void (seenIn(run, 1, "after").popups = [{ window: 2_097_159, client: 1 }] as never),
      lay(run, mine)
    ),
  ],
  ...(
    [
      [110, 120, true],
      [139, 159, true],
      [109, 130, false],
      [120, 119, false],
      [140, 130, false],
      [120, 160, false],
    ] as const
  ).flatMap(([x, y, inside]): readonly Case[] => [
    [`the ignored rectangle and ${x},${y}`, masks(rect, at(x, y)), ...(inside ? [ignored] : [])],
    [
      `the ignored rectangle and ${x},${y} in the window`,
      masks({ ...rect, x: 210, y: 220 }, at(x, y, "window")),
      ...(inside ? [ignored] : []),
    ],
    [`the ignored rectangle elsewhere in the window and ${x},${y}`, masks({ ...rect, x: 10, y: 20 }, at(x, y, "window"))],
  ]),
  [
    "one of two points in what is ignored",
    (run) => {
      run.policy.frame.ignore = [{ x: 500, y: 500, width: 1, height: 1 }, rect];
      points(run, point, at(120, 130));
      lay(run, mine, mine);
    },
    ignored,
  ],
  ["sealed, and ignored", click(sealed(true, true)), ignored],
  ["sealed, and compared", click(sealed(true, false))],
);

const spelled = "planned: a key that types a character stands in clear";
const open = (policy: string) => `planned: its points are not ${policy}, as the policy says`;
const proposes = (run: Run, ...actions: readonly unknown[]) =>
  void (bodyOf(run, "planned").answer.proposals = actions.map((given) => ({ form: "action", action: given })) as never);
const pressed = (key: unknown) => ({ type: "key", key, repeat: 1 });
table(
  sealing,
  ["a chord that is no text", (run) => proposes(run, pressed({ chord: "ctrl+a" }))],
  ["a character", (run) => proposes(run, pressed({ chord: "ctrl+a" }), pressed({ chord: "a" })), spelled],
  ["a character with Shift", (run) => proposes(run, pressed({ chord: "shift+a" })), spelled],
  ["a sealed character", (run) => proposes(run, pressed({ text: text(true) }))],
  ["a chord that is none", (run) => proposes(run, pressed({ chord: "Nothing" }))],
  ["sealed, where the policy says public", (run) => proposes(run, { type: "click", point: sealed(true, false) }), open("public")],
  ["public, where the policy says sealed", (run) => void (run.policy.points = "sealed"), open("sealed")],
  [
    "sealed, as the policy says",
    (run) => (void (run.policy.points = "sealed"), proposes(run, { type: "click", point: sealed(true, false) })),
  ],
  [
    "one of two public, where the policy says sealed",
    (run) => (
      void (run.policy.points = "sealed"),
      proposes(run, { type: "click", point: sealed(true, false) }, { type: "click", point })
    ),
    open("sealed"),
  ],
  ["a malformed proposal", (run) => put(run, ["planned", 0], { kind: "planned", answer: { proposals: [{ form: "malformed" }] } })],
);
