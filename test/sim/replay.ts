import type { RunRecord } from "../../src/agent/ports.ts";
import { sha256Hex } from "../../src/base/crypto/digest.ts";
import { canonicalJson, type Json } from "../../src/base/json.ts";
import { inputKinds, type InputKind, type MachineInput } from "../../src/contract/inputs.ts";
import type { MachineOutput } from "../../src/contract/outputs.ts";
import { begin, genesis, policyDigest, step as realStep } from "../../src/core/index.ts";
import { canary } from "./planner.ts";

type Event = {
  readonly seq: number;
  readonly prev: string;
  readonly kind: string;
  readonly at: number;
  readonly body: MachineInput | MachineOutput;
};

const isInput = (kind: string): boolean => inputKinds.includes(kind as InputKind);

/** Feeds the recorded inputs to the machine; the first difference from what is recorded, or nothing. No line may hold a canary. */
export const replay = (record: RunRecord, step: typeof realStep = realStep): string | undefined => {
  const events = record.events.map((line) => JSON.parse(line) as Event);
  const first = events[0]?.body;
  let prev = genesis(record.runId, record.policyDigest, first?.kind === "opened" ? first.challenge : null);
  if (policyDigest(record.policy) !== record.policyDigest) return "the policy's digest is another";
  let state = begin(record.policy, record.policyDigest);
  let expected: readonly MachineOutput[] = [];
  for (const [seq, event] of events.entries()) {
    const line = record.events[seq] ?? "";
    if (event.seq !== seq || event.prev !== prev || event.kind !== event.body.kind) return `event ${seq} is not chained`;
    prev = sha256Hex(`${line}\n`);
    if (line.includes(canary)) return `event ${seq} (${event.kind}) holds a text in clear`;
    if (isInput(event.kind)) {
      if (expected.length > 0) return `event ${seq}: the machine also gave ${expected[0]?.kind ?? ""}`;
      const next = step(state, event.body as MachineInput);
      state = next.state;
      expected = next.outputs;
      continue;
    }
    const [output, ...rest] = expected;
    if (output === undefined || canonicalJson(output as unknown as Json) !== canonicalJson(event.body as unknown as Json))
      return `event ${seq}: recorded ${event.kind}, the machine gives ${output?.kind ?? "nothing"}`;
    expected = rest;
  }
  return expected.length > 0 || state.phase !== "closed" ? "the record ends before the run does" : undefined;
};
