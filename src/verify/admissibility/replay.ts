import { canonicalJson, type Json } from "../../base/index.js";
import { isInput, receiptFiles } from "../../contract/receipt/index.js";
import type { MachineOutput } from "../../contract/outputs.js";
import type { Machine } from "../options.js";
import type { Opened } from "../opened.js";
import { finding, type Finding } from "../report.js";

const at = (index: number): string => `${receiptFiles.events}:${index + 1}`;
const text = (value: unknown): string => canonicalJson(value as Json);

/**
 * Runs the machine again over the recorded inputs and compares each of its outputs with the recorded one, byte by byte. Stops at
 * the first difference: from there on the two are different runs.
 */
export const replay = <S>(machine: Machine<S>, { events, policy, policyDigest }: Opened): readonly Finding[] => {
  let state = machine.begin(policy, policyDigest);
  let expected: readonly MachineOutput[] = [];
  for (const [index, { body }] of events.entries()) {
    const [want, ...rest] = expected;
    if (want !== undefined) {
      if (text(want) !== text(body))
        return [finding("admissibility.replay", at(index), `the machine gives ${want.kind} here, and not this ${body.kind}`)];
      expected = rest;
      continue;
    }
    if (!isInput(body))
      return [finding("admissibility.replay", at(index), `the machine gives nothing here; ${body.kind} is recorded`)];
    try {
      ({ state, outputs: expected } = machine.step(state, body));
    } catch (error) {
      return [
        finding(
          "admissibility.input",
          at(index),
          `the machine takes no ${body.kind} here: ${error instanceof Error ? error.message : String(error)}`,
        ),
      ];
    }
  }
  return expected.length === 0
    ? []
    : [finding("admissibility.replay", receiptFiles.events, `the machine gives ${expected[0]?.kind ?? ""} after the last event`)];
};
