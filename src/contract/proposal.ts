import * as z from "zod";
import { button, modifiers, space } from "./actions.js";
import { bounds } from "./bounds.js";
import { commitment, count, rect } from "./forms.js";

export const lengthBuckets = ["0", "1-8", "9-32", "33-128", ">128"] as const;
/** Of a text's length in Unicode code points. */
export const lengthBucket = z.enum(lengthBuckets);
export const bucketOf = (length: number): (typeof lengthBuckets)[number] =>
  length === 0 ? "0" : length <= 8 ? "1-8" : length <= 32 ? "9-32" : length <= 128 ? "33-128" : ">128";

/**
 * Text as the machine sees it. `withinBound` is whether it fits one primitive; commitments of equal texts differ, so equality
 * with the same place of the previous proposal is a fact of its own.
 */
export const sealedText = z.strictObject({
  commitment,
  lengthBucket,
  withinBound: z.boolean(),
  sameAsPrevious: z.boolean(),
});

/** A point, or, where the policy seals points, a commitment and the two facts that controls need. */
export const sealedPoint = z.union([
  z.strictObject({ x: z.int(), y: z.int(), space }),
  z.strictObject({ commitment, inRange: z.boolean(), inIgnored: z.boolean(), sameAsPrevious: z.boolean() }),
]);
export type SealedPoint = z.infer<typeof sealedPoint>;

export const sealedChord = z.union([
  z.strictObject({ chord: z.string().regex(/^(?:(?:ctrl|alt|shift|super)\+){0,4}[\x21-\x7e]{1,12}$/) }),
  z.strictObject({ text: sealedText }),
  z.strictObject({ unknown: commitment }),
]);
export type SealedChord = z.infer<typeof sealedChord>;

export const sealedAction = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("screenshot") }),
  z.strictObject({ type: z.literal("zoom"), region: rect }),
  z.strictObject({ type: z.literal("cursor_position") }),
  z.strictObject({ type: z.literal("wait"), ms: z.int().min(1) }),
  z.strictObject({ type: z.literal("pointer_move"), point: sealedPoint }),
  z.strictObject({ type: z.literal("click"), point: sealedPoint, button, count: z.int().min(1), modifiers }),
  z.strictObject({ type: z.literal("pointer_down"), point: sealedPoint, button }),
  z.strictObject({ type: z.literal("pointer_up"), point: sealedPoint, button }),
  z.strictObject({ type: z.literal("drag"), path: z.array(sealedPoint).min(2).max(4096), button, durationMs: count, modifiers }),
  z.strictObject({ type: z.literal("scroll"), point: sealedPoint, dx: z.int(), dy: z.int(), modifiers }),
  z.strictObject({ type: z.literal("key"), key: sealedChord, repeat: z.int().min(1) }),
  z.strictObject({ type: z.literal("hold_key"), key: sealedChord, ms: z.int().min(1) }),
  z.strictObject({ type: z.literal("type"), text: sealedText }),
  z.strictObject({ type: z.literal("paste"), text: sealedText }),
  z.strictObject({ type: z.literal("clipboard_read") }),
]);
export type SealedAction = z.infer<typeof sealedAction>;

/** One proposal: an action of the closed set, or the fact that the planner's answer was none. */
export const proposal = z.union([
  z.strictObject({ form: z.literal("action"), action: sealedAction }),
  z.strictObject({ form: z.literal("malformed") }),
]);
export type Proposal = z.infer<typeof proposal>;

/** Tokens as the planner reported them; `missing` is charged as the reserved ceiling, never as zero. */
export const usage = z.union([
  z.strictObject({ report: z.literal("reported"), inputTokens: count, outputTokens: count }),
  z.strictObject({ report: z.literal("missing") }),
  z.strictObject({ report: z.literal("malformed") }),
]);
export type Usage = z.infer<typeof usage>;

export const planned = z.strictObject({
  proposals: z.array(proposal).max(bounds.proposalsPerTurnMax),
  /** More proposals than one turn may hold came; the rest were dropped unread. */
  truncated: z.boolean(),
  endTurn: z.boolean(),
  usage,
});
export type Planned = z.infer<typeof planned>;
