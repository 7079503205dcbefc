import * as z from "zod";
import { count, digest, identifier, nonce } from "./forms.js";
import { effects } from "./effects.js";
import { observation } from "./observation.js";
import { computerUseRunPolicy } from "./policy.js";
import { sealedAction } from "./proposal.js";

/** Use of the ten ceilings so far. Durations in milliseconds, rounded up. */
export const used = z.strictObject({
  steps: count,
  actions: count,
  tokens: count,
  /** Admissions in the last 60 seconds. */
  actionsInWindow: count,
  durationMs: count,
});
export type Used = z.infer<typeof used>;

/** The complete authority and budgets of a run, as a person or host service is asked to approve them (A15). */
export const runPreview = z.strictObject({
  preview: z.literal("run"),
  runId: identifier,
  policyDigest: digest,
  nonce,
  authority: computerUseRunPolicy,
  target: observation,
  attestationDigest: digest,
});
export type RunPreview = z.infer<typeof runPreview>;

/** One action, sealed: text as commitment and length bucket. The digest of exactly this is what a decision signs (A20, A21). */
export const actionPreview = z.strictObject({
  preview: z.literal("action"),
  runId: identifier,
  policyDigest: digest,
  nonce,
  /** Number of this preview in the run, from 0. */
  sequence: count,
  frameId: count,
  /** Index of the policy's window tuple. */
  window: count,
  action: sealedAction,
  effects,
  limitsUsed: used,
  popupsVisible: count,
});
export type ActionPreview = z.infer<typeof actionPreview>;
