import * as z from "zod";
import { bounds } from "./bounds.js";
import { commitment, count, identifier } from "./forms.js";

export const effectClass = z.enum(["none", "external", "destructive", "irreversible"]);
export type EffectClass = z.infer<typeof effectClass>;

const list = z.array(z.string().min(1).max(4096)).max(bounds.listEntriesMax);

/** What the host's `resolveEffects` answers: everything that one action touches, or it says that it does not know. */
export const rawEffects = z.strictObject({
  class: effectClass.nullable(),
  origins: list,
  reads: list,
  writes: list,
  complete: z.boolean(),
});
export type RawEffects = z.infer<typeof rawEffects>;

/** One origin or path: which entry of the policy covers it, and a commitment to it. */
export const coverage = z.strictObject({ coveredBy: count.nullable(), commitment });
const coverages = z.array(coverage).max(bounds.listEntriesMax);

export const effects = z.strictObject({
  class: effectClass.nullable(),
  origins: coverages,
  reads: coverages,
  writes: coverages,
  complete: z.boolean(),
});
export type Effects = z.infer<typeof effects>;

/** What really changed during an action, as far as the host can see, beyond what the effects named. */
export const rawSurplus = z.strictObject({ origins: list, writes: list });
export const surplus = z.strictObject({ origins: count, writes: count });
export type Surplus = z.infer<typeof surplus>;

const check = z.strictObject({ name: identifier, passed: z.boolean(), evidenceDigest: z.string().max(256) });
/** What the host's `verifyCompletion` answers. A verifier is a program or a person, never a model. */
export const rawCompletion = z.strictObject({
  verifier: identifier,
  checks: z.array(check).max(bounds.listEntriesMax),
  outputs: z.array(z.strictObject({ path: z.string().max(4096), sha256: z.string().max(256) })).max(bounds.listEntriesMax),
});
export type RawCompletion = z.infer<typeof rawCompletion>;

/** Sealed: names as indexes into the policy; evidence that is no SHA-256 is `null`. */
export const completion = z.strictObject({
  /** Index into policy.completion.verifiers, or null for one it does not name. */
  verifier: count.nullable(),
  checks: z
    .array(
      z.strictObject({
        required: count.nullable(),
        passed: z.boolean(),
        evidenceDigest: z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .nullable(),
      }),
    )
    .max(bounds.listEntriesMax),
  /** Digests of files that the policy classes as public, by index into policy.outputs. */
  outputs: z.array(z.strictObject({ output: count, sha256: z.string().regex(/^[0-9a-f]{64}$/) })).max(bounds.listEntriesMax),
});
export type Completion = z.infer<typeof completion>;
