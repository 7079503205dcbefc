import * as z from "zod";
import { bounds } from "./bounds.js";
import { count, digest, micros, nonce } from "./forms.js";
import { sealedAction } from "./proposal.js";
import { actionPreview, runPreview, used } from "./preview.js";
import { refusalCodes, type RefusalCode } from "./refusals.js";

export const refusalCode = z.enum(refusalCodes as [RefusalCode, ...RefusalCode[]]);
const codes = z.array(refusalCode).min(1).max(128);

/** `untilUs`: monotonic time after which an answer counts as a missed deadline. */
const request = <K extends string, S extends z.ZodRawShape>(kind: K, shape: S) =>
  z.strictObject({ kind: z.literal(kind), untilUs: micros, ...shape });
const notice = <K extends string, S extends z.ZodRawShape>(kind: K, shape: S) =>
  z.strictObject({ kind: z.literal(kind), ...shape });

export const endStatuses = ["completed", "refused", "cancelled", "budget_exhausted", "failed"] as const;
export const endStatus = z.enum(endStatuses);
export type EndStatus = z.infer<typeof endStatus>;

/** The machine's permission for one primitive: exactly what was previewed, on the frame that was planned on (A22). */
export const admission = z.strictObject({
  /** Number of this admission in the run, from 0. */
  admission: count,
  sequence: count,
  nonce,
  previewDigest: digest,
  /** Digest over the JCS of the sealed action: what the executor re-derives before it sends. */
  primitiveDigest: digest,
  action: sealedAction,
  frameId: count,
  window: count,
  /** Monotonic time after which the executor must not send. */
  notAfterUs: micros,
});
export type Admission = z.infer<typeof admission>;

export const machineOutput = z.discriminatedUnion("kind", [
  request("observe", { purpose: z.enum(["open", "decided"]) }),
  request("attest", {}),
  /** What a person or host is asked to decide on; the digest is over exactly this. */
  notice("previewRun", { preview: runPreview, digest }),
  request("decideRun", { digest, nonce }),
  request("capture", {
    purpose: z.enum(["plan", "admit", "complete"]),
    compareTo: count.nullable(),
    /** Index of the proposal of the current turn whose point's surface is to be observed. */
    proposal: count.nullable(),
  }),
  request("plan", { frameId: count, outputTokensMax: count, tokensLeft: count, refused: z.array(refusalCode).max(128) }),
  request("resolve", { proposal: count }),
  notice("previewAction", { preview: actionPreview, digest }),
  request("decideAction", { digest, nonce }),
  request("stepUp", { digest, nonce }),
  request("journal", { admission }),
  request("dispatch", { admission }),
  request("checkEffects", { admission: count }),
  request("verifyCompletion", { frameId: count }),
  request("sealFrame", { frameId: count }),
  request("wait", { ms: z.int().min(1) }),
  /** A refusal; `unexecuted` proposals of the same turn are answered as not executed. */
  notice("refuse", {
    codes,
    replan: z.boolean(),
    proposal: count.nullable(),
    unexecuted: z.int().min(0).max(bounds.proposalsPerTurnMax),
  }),
  notice("end", {
    status: endStatus,
    codes: z.array(refusalCode).max(128),
    used,
    acknowledgedAfterUs: micros.nullable(),
    interruptLate: z.boolean(),
  }),
  request("release", {}),
  request("cleanUp", {}),
  notice("close", {}),
]);
export type MachineOutput = z.infer<typeof machineOutput>;
export type OutputKind = MachineOutput["kind"];
export type OutputOf<K extends OutputKind> = Extract<MachineOutput, { kind: K }>;
export const outputKinds = machineOutput.options.map((option) => option.shape.kind.value) as readonly OutputKind[];
