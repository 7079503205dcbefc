import * as z from "zod";
import { attestation, cleanup, rawAttestation } from "./attestation.js";
import { decision } from "./decision.js";
import { dispatchOutcome } from "./dispatch.js";
import { completion, effects, surplus } from "./effects.js";
import { faultCodes, type FaultCode } from "./faults.js";
import { actionType } from "./actions.js";
import { primitiveMax } from "./bounds.js";
import { commitment, count, digest, identifier, micros, nonce, wallMs } from "./forms.js";
import { frameFacts, observation, surface } from "./observation.js";
import { planned } from "./proposal.js";

/**
 * Everything that enters the machine, sealed. Each input carries the monotonic time (microseconds) and the wall time
 * (milliseconds since the Unix epoch) at which it entered; `clock` says whether they could be read.
 */
const stamp = { at: micros, wallMs, clock: z.enum(["ok", "unknown"]) };
const input = <K extends string, S extends z.ZodRawShape>(kind: K, shape: S) =>
  z.strictObject({ kind: z.literal(kind), ...stamp, ...shape });

export const requestKinds = [
  "open",
  "observe",
  "attest",
  "decideRun",
  "capture",
  "plan",
  "resolve",
  "decideAction",
  "stepUp",
  "journal",
  "dispatch",
  "checkEffects",
  "verifyCompletion",
  "sealFrame",
  "wait",
  "release",
  "cleanUp",
] as const;
export type RequestKind = (typeof requestKinds)[number];
export const requestKind = z.enum(requestKinds);

const decided = { answer: z.union([decision, z.literal("absent")]) };
const unavailable = rawAttestation.options[1];

export const machineInput = z.discriminatedUnion("kind", [
  input("opened", {
    runId: identifier,
    policyDigest: digest,
    journal: z.enum(["opened", "reused", "unavailable"]),
    lease: z.enum(["held", "busy", "unknown"]),
    egressGate: z.boolean(),
    supported: z.array(actionType).max(32),
    /** A verifier's challenge, echoed in event 0. */
    challenge: nonce.nullable(),
  }),
  input("observed", { observation }),
  input("attested", { attestation: z.union([attestation, unavailable, z.literal("absent")]), nonce }),
  input("runDecided", decided),
  /** Observation, stillness, capture, observation: one unit, so that the frame is bound to what was seen around it (A13). */
  input("captured", {
    before: observation,
    frame: frameFacts,
    after: observation,
    /** At the action's first point. */
    surface: surface.nullable(),
    /** At its further ones, where it has any: a drag's. */
    surfaces: z.array(surface).min(1).max(primitiveMax.dragPoints).optional(),
  }),
  input("planned", { answer: planned }),
  input("resolved", { effects, nonce }),
  input("actionDecided", decided),
  input("steppedUp", decided),
  input("journaled", { durable: z.boolean() }),
  input("dispatched", { outcome: dispatchOutcome, journaled: z.boolean() }),
  input("effectsChecked", { surplus }),
  input("completionChecked", { result: z.union([completion, z.literal("absent")]) }),
  input("frameSealed", { frameId: count, commitment }),
  input("waited", {}),
  input("released", { keysDown: count, buttonsDown: count, selectionsOwned: count }),
  input("cleanedUp", { cleanup }),
  /** A request met a fault of the world. */
  input("faulted", { during: requestKind, fault: z.enum(faultCodes as [FaultCode, ...FaultCode[]]) }),
  /** The host's signal; `abortedAt` is when it fired, on the same monotonic clock. */
  input("cancelled", { abortedAt: micros }),
]);
export type MachineInput = z.infer<typeof machineInput>;
export type InputKind = MachineInput["kind"];
export type InputOf<K extends InputKind> = Extract<MachineInput, { kind: K }>;
export const inputKinds = machineInput.options.map((option) => option.shape.kind.value) as readonly InputKind[];
