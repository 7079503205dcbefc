import * as z from "zod";
import { commitment, count } from "./forms.js";
import { lengthBucket } from "./proposal.js";
import type { RefusalCode } from "./refusals.js";

/** Facts that the native layer compares under the server grab. */
export const difference = z.enum([
  "lease",
  "focus",
  "focus_root",
  "identity",
  "gone",
  "geometry",
  "title",
  "surface",
  "pixels",
  "keymap",
  "deadline",
  "modifiers",
  "held",
  "clipboard",
]);
export type Difference = z.infer<typeof difference>;

/** A text that was read: as a commitment, like one that is typed (A21). */
const readText = z.strictObject({ commitment, lengthBucket });

const failed = z.strictObject({ outcome: z.literal("precondition_failed"), differences: z.array(difference).min(1).max(14) });

/** What became of one admitted primitive. Sent at most once, never retried. */
export const dispatchOutcome = z.discriminatedUnion("outcome", [
  z.strictObject({
    outcome: z.literal("dispatched"),
    deliveredTo: z.enum(["target", "same_client", "none"]),
    eventsSent: count,
    grabUs: count,
    /** What a `clipboard_read` found. */
    clipboard: readText.optional(),
  }),
  failed,
  /** A drag, a held key or a text that ended half-way (A47): something was sent, and whatever was down has been let go of. */
  z.strictObject({
    outcome: z.literal("partial"),
    /** Segments that were sent whole and reached nobody else, of those that were planned. */
    segmentsSent: count,
    segments: z.int().min(2),
    /** Events in all, those of a segment that went astray too; what let go is not counted. */
    eventsSent: z.int().min(1),
    stoppedBy: z.discriminatedUnion("outcome", [
      failed,
      z.strictObject({
        outcome: z.enum(["grab_pierced", "input_grabbed", "misdelivered", "delivery_unknown", "outcome_unknown"]),
      }),
    ]),
  }),
  z.strictObject({
    outcome: z.enum([
      "primitive_spent",
      "grab_pierced",
      "input_grabbed",
      "misdelivered",
      "delivery_unknown",
      "paste_hijacked",
      "outcome_unknown",
      "text_unrepresentable",
      "key_not_known",
      "coordinate_out_of_range",
      "action_bound_exceeded",
    ]),
  }),
]);
export type DispatchOutcome = z.infer<typeof dispatchOutcome>;

/** A difference found at dispatch is reported by the code of the fact that differs. */
export const codeOfDifference = {
  lease: "display_busy",
  focus: "focus_elsewhere",
  focus_root: "focus_root",
  identity: "target_changed",
  gone: "window_gone",
  geometry: "target_changed",
  title: "title_mismatch",
  surface: "point_not_in_target",
  pixels: "frame_changed",
  keymap: "precondition_failed",
  deadline: "frame_too_old",
  modifiers: "modifier_already_down",
  held: "precondition_failed",
  clipboard: "precondition_failed",
} as const satisfies Record<Difference, RefusalCode>;
