import { sha256Hex } from "../base/crypto/digest.js";
import { canonicalJson, type Json } from "../base/json.js";
import type { MachineInput } from "../contract/inputs.js";
import type { MachineOutput } from "../contract/outputs.js";

/** The hash that event 0 follows: it binds the chain to one run, one policy and the verifier's challenge, if there was one. */
export const genesis = (runId: string, policyDigest: string, challenge: string | null): string =>
  sha256Hex(`deskgate/events/v1\0${canonicalJson({ runId, policyDigest, challenge })}`);

export type Tail = { readonly seq: number; readonly prev: string };
export type Line = { readonly line: string; readonly tail: Tail };

/**
 * One event as its exact line of `events.jsonl`, without the line end. `at` is the monotonic time of the input that the event is,
 * or that it follows from; `blind` (32 hex digits) keeps hashes of lines from being guessed.
 */
export const eventLine = (tail: Tail, body: MachineInput | MachineOutput, at: number, blind: string): Line => {
  const line = canonicalJson({ seq: tail.seq, prev: tail.prev, kind: body.kind, at, blind, body } as unknown as Json);
  // The hash covers the line as it stands in the file, its line end included.
  return { line, tail: { seq: tail.seq + 1, prev: sha256Hex(`${line}\n`) } };
};
