import { sha256Hex } from "../../src/base/crypto/digest.ts";
import { canonicalJson, type Json } from "../../src/base/index.ts";
import type { MachineInput } from "../../src/contract/inputs.ts";
import { freeze } from "../../src/contract/plain.ts";
import { isInput } from "../../src/contract/receipt/index.ts";
import { begin, step, type State } from "../../src/core/index.ts";
import type { Recorded } from "./runs.ts";
import { spread, valuesAt, variantsOf, type Seen } from "./variants.ts";

/** What the machine answers to `inputs`, one after the other, until one does not fit. */
const answers = (from: State, inputs: readonly MachineInput[]): readonly string[] => {
  const said: string[] = [];
  let state = from;
  for (const input of inputs) {
    try {
      const next = step(state, freeze(input));
      said.push(canonicalJson(next.outputs as unknown as Json));
      state = next.state;
    } catch (error) {
      said.push(error instanceof Error ? error.message : "threw");
      break;
    }
  }
  return said;
};

/** How far a run is followed after the changed input: to what depends on it. */
const further = 3;

const digestOf = ({ record, events }: Recorded, seen: Seen, variants: number): string => {
  const inputs = events.map(({ body }) => body).filter(isInput);
  const said: string[] = [];
  const changed: (readonly [State, readonly MachineInput[]])[] = [];
  let state = begin(record.policy, record.policyDigest);
  for (const [at, input] of inputs.entries()) {
    for (const variant of variantsOf(input, seen))
      changed.push([state, [variant as MachineInput, ...inputs.slice(at + 1, at + 1 + further)]]);
    const next = step(state, freeze(input));
    said.push(canonicalJson(next.outputs as unknown as Json));
    state = next.state;
  }
  for (const [from, given] of spread(changed, variants)) said.push(...answers(from, given));
  return sha256Hex(said.join("\n"));
};

/** One line a run: a digest of all that the machine answers to it and to its variants. */
export const machineLines = function* (runs: readonly Recorded[]): Generator<string> {
  const seen = valuesAt(runs.flatMap(({ events }) => events.map(({ body }) => body).filter(isInput)));
  for (const run of runs) yield `${digestOf(run, seen, run.name.startsWith("seed") ? 250 : 60)}  ${run.name}\n`;
};
