import * as z from "zod";
import { primitiveMax } from "./bounds.js";
import { isWellFormed, rect } from "./forms.js";

export const observingTypes = ["screenshot", "zoom", "cursor_position", "wait"] as const;
export const activeTypes = [
  "pointer_move",
  "click",
  "pointer_down",
  "pointer_up",
  "drag",
  "scroll",
  "key",
  "hold_key",
  "type",
  "paste",
  "clipboard_read",
] as const;
export const actionTypes = [...observingTypes, ...activeTypes] as const;
export type ActionType = (typeof actionTypes)[number];
export const actionType = z.enum(actionTypes);
export const isActive = (type: ActionType): boolean => !(observingTypes as readonly string[]).includes(type);

/** `display`: pixels of the X root window. `window`: pixels from the target window's top left corner. */
export const space = z.enum(["display", "window"]);
/** Whole pixels. The range is judged by a control, never clamped, so that the refusal names what was wrong. */
const coordinate = z.int().refine((value) => !Object.is(value, -0), "negative zero is not a coordinate");
export const point = z.strictObject({ x: coordinate, y: coordinate, space });
export type Point = z.infer<typeof point>;

/** `back` and `forward` are the buttons 8 and 9 of X; 4 to 7 are the wheel's. */
export const button = z.enum(["left", "middle", "right", "back", "forward"]);
export const modifier = z.enum(["ctrl", "shift", "alt", "super"]);
export const modifiers = z
  .array(modifier)
  .max(primitiveMax.modifiers)
  .refine((list) => new Set(list).size === list.length, "a modifier is named once");
const wellFormed = z
  .string()
  .min(1)
  .refine((text) => isWellFormed(text), "text has no lone surrogate")
  .refine((text) => !text.includes("\0"), "text has no NUL");

/** A lone surrogate names no key, and no text: written out it would become another character than the one that was decided on. */
const chord = z
  .string()
  .min(1)
  .max(64)
  .refine((text) => isWellFormed(text), "a chord has no lone surrogate");

/** What a planner may propose: a closed set. Sizes are bounded by a control (`action_bound_exceeded`), shapes here. */
export const action = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("screenshot") }),
  z.strictObject({ type: z.literal("zoom"), region: rect }),
  z.strictObject({ type: z.literal("cursor_position") }),
  z.strictObject({ type: z.literal("wait"), ms: z.int().min(1) }),
  z.strictObject({ type: z.literal("pointer_move"), point }),
  z.strictObject({ type: z.literal("click"), point, button, count: z.int().min(1), modifiers }),
  z.strictObject({ type: z.literal("pointer_down"), point, button }),
  z.strictObject({ type: z.literal("pointer_up"), point, button }),
  z.strictObject({ type: z.literal("drag"), path: z.array(point).min(2).max(4096), button, durationMs: z.int().min(0), modifiers }),
  /** Clicks of the wheel: `dx` to the right, `dy` downwards. */
  z
    .strictObject({ type: z.literal("scroll"), point, dx: z.int(), dy: z.int(), modifiers })
    .refine(({ dx, dy }) => dx !== 0 || dy !== 0, "a scroll goes somewhere"),
  z.strictObject({ type: z.literal("key"), chord, repeat: z.int().min(1) }),
  z.strictObject({ type: z.literal("hold_key"), chord, ms: z.int().min(1) }),
  z.strictObject({ type: z.literal("type"), text: wellFormed }),
  z.strictObject({ type: z.literal("paste"), text: wellFormed }),
  z.strictObject({ type: z.literal("clipboard_read") }),
]);
export type Action = z.infer<typeof action>;
