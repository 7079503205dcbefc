import * as z from "zod";
import { count, digest, micros, nonce } from "../forms.js";
import { inputKinds, machineInput, type InputKind, type MachineInput } from "../inputs.js";
import { machineOutput, outputKinds, type MachineOutput } from "../outputs.js";

/** What an event carries: exactly what went into the machine, or what came out of it. */
export const eventBody = z.discriminatedUnion("kind", [...machineInput.options, ...machineOutput.options]);
export type EventBody = MachineInput | MachineOutput;

/** One line of `events.jsonl`: its place in the chain, its kind and time, 16 random bytes, and the body. */
export const event = z.strictObject({
  seq: count,
  /** SHA-256 of the line before, its line end included; of line 0 the genesis. */
  prev: digest,
  kind: z.enum([...inputKinds, ...outputKinds]),
  /** Monotonic microseconds of the input that the event is, or that it follows from. */
  at: micros,
  blind: nonce,
  body: eventBody,
});
export type ReceiptEvent = z.infer<typeof event>;

const inputs: ReadonlySet<string> = new Set<InputKind>(inputKinds);
export const isInput = (body: EventBody): body is MachineInput => inputs.has(body.kind);
