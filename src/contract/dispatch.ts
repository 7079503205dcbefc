import * as z from "zod";
import { count } from "./forms.js";
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
]);
export type Difference = z.infer<typeof difference>;

/** What became of one admitted primitive. Sent at most once, never retried. */
export const dispatchOutcome = z.discriminatedUnion("outcome", [
  z.strictObject({
    outcome: z.literal("dispatched"),
    deliveredTo: z.enum(["target", "same_client", "none"]),
    eventsSent: count,
    grabUs: count,
  }),
  z.strictObject({ outcome: z.literal("precondition_failed"), differences: z.array(difference).min(1).max(12) }),
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
} as const satisfies Record<Difference, RefusalCode>;
