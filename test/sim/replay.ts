import type { RunRecord } from "../../src/agent/ports.ts";
import { sha256Hex } from "../../src/base/crypto/digest.ts";
import type { MachineOutput } from "../../src/contract/outputs.ts";
import { isInput, type ReceiptEvent } from "../../src/contract/receipt/index.ts";
import { begin, eventLine, genesis, policyDigest, step } from "../../src/core/index.ts";
import { canary } from "./planner.ts";

/** The lines of a record, read back. */
export const eventsIn = (record: RunRecord): readonly ReceiptEvent[] =>
  record.events.map((line) => JSON.parse(line) as ReceiptEvent);

/**
 * Feeds the recorded inputs to the machine; the first difference, to the byte, from what is recorded, or nothing. No line may hold
 * a canary.
 */
export const replay = (record: RunRecord, events: readonly ReceiptEvent[]): string | undefined => {
  const first = events[0]?.body;
  let tail = { seq: 0, prev: genesis(record.runId, record.policyDigest, first?.kind === "opened" ? first.challenge : null) };
  if (policyDigest(record.policy) !== record.policyDigest) return "the policy's digest is another";
  let state = begin(record.policy, record.policyDigest);
  let expected: readonly MachineOutput[] = [];
  for (const [seq, event] of events.entries()) {
    const line = record.events[seq] ?? "";
    if (event.seq !== seq || event.prev !== tail.prev || event.kind !== event.body.kind) return `event ${seq} is not chained`;
    if (line.includes(canary)) return `event ${seq} (${event.kind}) holds a text in clear`;
    if (isInput(event.body)) {
      if (expected.length > 0) return `event ${seq}: the machine also gave ${expected[0]?.kind ?? ""}`;
      ({ state, outputs: expected } = step(state, event.body));
      tail = { seq: seq + 1, prev: sha256Hex(`${line}\n`) };
      continue;
    }
    const [output, ...rest] = expected;
    const given = output === undefined ? undefined : eventLine(tail, output, event.at, event.blind);
    if (given?.line !== line) return `event ${seq}: recorded ${event.kind}, the machine gives ${output?.kind ?? "nothing"}`;
    tail = given.tail;
    expected = rest;
  }
  return expected.length > 0 || state.phase !== "closed" ? "the record ends before the run does" : undefined;
};
