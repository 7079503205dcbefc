import * as z from "zod";
import { covered, digest, identifier, nonce, wallMs } from "./forms.js";

/** What a confirmer answers. `digest` and `nonce` are those of the preview that was shown; `expiresAtMs` is wall time. */
export const rawDecision = z.strictObject({
  decision: z.enum(["approve", "deny"]),
  actor: identifier,
  nonce,
  previewDigest: digest,
  expiresAtMs: wallMs,
});
export type RawDecision = z.infer<typeof rawDecision>;

/** Sealed: the actor is an index into the policy's list of confirmers for this kind of decision, or a commitment. */
export const decision = z.strictObject({
  decision: z.enum(["approve", "deny"]),
  actor: covered,
  nonce,
  previewDigest: digest,
  expiresAtMs: wallMs,
});
export type Decision = z.infer<typeof decision>;
