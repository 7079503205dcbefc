import { expect, test } from "vitest";
import { primitiveMax } from "../../../src/contract/bounds.ts";
import { actionTypes, type ActionType } from "../../../src/contract/actions.ts";
import type { SealedAction } from "../../../src/contract/proposal.ts";
import { action } from "../../../src/core/controls/action.ts";
import { click, facts, policy } from "./facts.ts";

const all = policy({ actions: [...actionTypes] });
const judge = (given: SealedAction, allowed = all) =>
  action(facts({ policy: allowed, proposal: { form: "action", action: given } }));
const at = (x: number, y: number, space: "display" | "window" = "display") => ({ x, y, space });
const text = (withinBound: boolean) => ({
  commitment: "0".repeat(64),
  lengthBucket: ">128" as const,
  withinBound,
  sameAsPrevious: false,
});
const sealed = (inRange: boolean) => ({ commitment: "0".repeat(64), inRange, inIgnored: false, sameAsPrevious: false });
const move = (point: ReturnType<typeof at> | ReturnType<typeof sealed>): SealedAction => ({ type: "pointer_move", point });
const clicks = (count: number): SealedAction => ({ ...click, count }) as SealedAction;
const key = (chord: string, repeat = 1): SealedAction => ({ type: "key", key: { chord }, repeat });
const drag = (points: number, durationMs: number): SealedAction => ({
  type: "drag",
  path: Array.from({ length: points }, () => at(1, 1)),
  button: "left",
  durationMs,
  modifiers: [],
});

test.each<{ name: string; given: SealedAction; want: string[] }>([
  { name: "0, 0 is a point", given: move(at(0, 0)), want: [] },
  { name: "the last pixel", given: move(at(799, 599)), want: [] },
  { name: "one past it", given: move(at(800, 599)), want: ["coordinate_out_of_range"] },
  { name: "one before the first", given: move(at(0, -1)), want: ["coordinate_out_of_range"] },
  { name: "the window's last pixel", given: move(at(399, 299, "window")), want: [] },
  { name: "one past the window", given: move(at(400, 299, "window")), want: ["coordinate_out_of_range"] },
  { name: "sealed, in range", given: move(sealed(true)), want: [] },
  { name: "sealed, out of range", given: move(sealed(false)), want: ["coordinate_out_of_range"] },
  { name: "three clicks", given: clicks(primitiveMax.clickCount), want: [] },
  { name: "four clicks", given: clicks(primitiveMax.clickCount + 1), want: ["action_bound_exceeded"] },
  { name: "a wait at the bound", given: { type: "wait", ms: primitiveMax.waitMs }, want: [] },
  { name: "a wait over it", given: { type: "wait", ms: primitiveMax.waitMs + 1 }, want: ["action_bound_exceeded"] },
  { name: "repeats at the bound", given: key("Down", primitiveMax.keyRepeat), want: [] },
  { name: "repeats over it", given: key("Down", primitiveMax.keyRepeat + 1), want: ["action_bound_exceeded"] },
  {
    name: "a hold over its bound",
    given: { type: "hold_key", key: { chord: "Down" }, ms: primitiveMax.holdMs + 1 },
    want: ["action_bound_exceeded"],
  },
  {
    name: "scrolling at the bound",
    given: { type: "scroll", point: at(1, 1), dx: 0, dy: -primitiveMax.scrollClicks, modifiers: [] },
    want: [],
  },
  {
    name: "scrolling both ways over it",
    given: { type: "scroll", point: at(1, 1), dx: 1, dy: -primitiveMax.scrollClicks, modifiers: [] },
    want: ["action_bound_exceeded"],
  },
  { name: "a drag at both bounds", given: drag(primitiveMax.dragPoints, primitiveMax.dragMs), want: [] },
  { name: "a drag with a point more", given: drag(primitiveMax.dragPoints + 1, 0), want: ["action_bound_exceeded"] },
  { name: "a drag that is too slow", given: drag(2, primitiveMax.dragMs + 1), want: ["action_bound_exceeded"] },
  {
    name: "a drag that ends off the screen",
    given: { type: "drag", path: [at(1, 1), at(900, 1)], button: "left", durationMs: 0, modifiers: [] },
    want: ["coordinate_out_of_range"],
  },
  { name: "a text within its bound", given: { type: "type", text: text(true) }, want: [] },
  { name: "a text over it", given: { type: "paste", text: text(false) }, want: ["action_bound_exceeded"] },
  { name: "a zoom on the whole screen", given: { type: "zoom", region: { x: 0, y: 0, width: 800, height: 600 } }, want: [] },
  {
    name: "a zoom past it",
    given: { type: "zoom", region: { x: 1, y: 0, width: 800, height: 600 } },
    want: ["coordinate_out_of_range"],
  },
  { name: "a chord of the target's own", given: key("ctrl+s"), want: [] },
  { name: "a chord of the window manager", given: key("alt+F4"), want: ["key_chord_reserved"] },
  { name: "a key that is none", given: { type: "key", key: { unknown: "0".repeat(64) }, repeat: 1 }, want: ["key_not_known"] },
  { name: "a character as a key", given: { type: "key", key: { text: text(true) }, repeat: 1 }, want: [] },
  {
    name: "two wrongs: both reported",
    given: { ...clicks(9), point: at(-1, 0) } as SealedAction,
    want: ["action_bound_exceeded", "coordinate_out_of_range"],
  },
])("$name", ({ given, want }) => expect(judge(given)).toEqual(want));

const one: Record<ActionType, SealedAction> = {
  screenshot: { type: "screenshot" },
  zoom: { type: "zoom", region: { x: 0, y: 0, width: 1, height: 1 } },
  cursor_position: { type: "cursor_position" },
  wait: { type: "wait", ms: 1 },
  pointer_move: move(at(1, 1)),
  click,
  pointer_down: { type: "pointer_down", point: at(1, 1), button: "left" },
  pointer_up: { type: "pointer_up", point: at(1, 1), button: "left" },
  drag: drag(2, 0),
  scroll: { type: "scroll", point: at(1, 1), dx: 0, dy: 1, modifiers: [] },
  key: key("Down"),
  hold_key: { type: "hold_key", key: { chord: "Down" }, ms: 1 },
  type: { type: "type", text: text(true) },
  paste: { type: "paste", text: text(true) },
  clipboard_read: { type: "clipboard_read" },
};
test.each(actionTypes)("%s is allowed where the policy lists it, and only there", (type) => {
  const others = policy({ actions: actionTypes.filter((other) => other !== type) });
  expect([judge(one[type]), judge(one[type], others)]).toEqual([[], ["action_type_not_allowed"]]);
});

test("no action at all", () => {
  expect(action(facts({ proposal: { form: "malformed" } }))).toEqual(["action_malformed"]);
  expect(action(facts({ proposal: undefined }))).toEqual(["action_malformed"]);
});
