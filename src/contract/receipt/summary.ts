import * as z from "zod";
import { cleanup, namespaces, probe, fact } from "../attestation.js";
import { completion } from "../effects.js";
import { commitment, count, digest, identifier, micros, nonce } from "../forms.js";
import { endStatus, refusalCode } from "../outputs.js";
import { computerUseRunPolicy } from "../policy.js";
import { used } from "../preview.js";

/** An answer to a preview as it was recorded; `null` where none was asked for. */
const answer = z.enum(["approve", "deny", "absent"]).nullable();

/**
 * What happened in a run, in one place for a reader (A44). Every part is computed from the events, and a verifier computes it again:
 * nothing here is a statement of its own.
 */
export const summary = z.strictObject({
  status: endStatus,
  codes: z.array(refusalCode).max(128),
  budgets: z.strictObject({ limits: computerUseRunPolicy.shape.limits, used }),
  /** Planner calls whose tokens were reported, and those charged as the whole reserved ceiling. */
  usage: z.strictObject({ reported: count, reserved: count }),
  confinement: z
    .strictObject({
      attestationDigest: digest,
      kind: z.enum(["measured", "logical"]),
      namespaces,
      hostNamespaces: namespaces,
      facts: z.record(identifier, fact),
      digests: z.record(identifier, digest),
      probes: z.array(probe),
    })
    .nullable(),
  frames: z.array(z.strictObject({ frameId: count, commitment })),
  previews: z.array(z.strictObject({ preview: z.enum(["run", "action"]), digest, nonce, decision: answer, stepUp: answer })),
  admissions: z.array(
    z.strictObject({
      previewDigest: digest,
      primitiveDigest: digest,
      outcome: z
        .string()
        .regex(/^[a-z_]{1,40}$/)
        .nullable(),
    }),
  ),
  /** How often each code was given, in the order of the table. */
  refusals: z.array(z.strictObject({ code: refusalCode, count: z.int().min(1) })),
  completion: completion.nullable(),
  interrupt: z.strictObject({ acknowledgedAfterUs: micros, interruptMsMax: count, late: z.boolean() }).nullable(),
  cleanup: z.strictObject({
    released: z.strictObject({ keysDown: count, buttonsDown: count, selectionsOwned: count }).nullable(),
    host: cleanup.nullable(),
  }),
  /** From the first event to the last, on the monotonic clock. */
  durationUs: micros,
});
export type Summary = z.infer<typeof summary>;
