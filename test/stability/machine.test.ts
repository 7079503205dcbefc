// Receipts of earlier builds are replayed by later ones: what the machine answers must not drift unseen. For some runs, and for each of them with
// one leaf of one input changed in many ways, the answers are what they were. When they are meant to change: npx vitest run --project unit
// test/stability -u, and look at which runs did.
import { expect, test } from "vitest";
import { sha256Hex } from "../../src/base/crypto/digest.ts";
import { canonicalJson, type Json } from "../../src/base/index.ts";
import type { MachineInput } from "../../src/contract/inputs.ts";
import { freeze } from "../../src/contract/plain.ts";
import { isInput } from "../../src/contract/receipt/index.ts";
import { begin, step, type State } from "../../src/core/index.ts";
import { recordedRuns, type Recorded } from "./runs.ts";
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

test("the machine's answers are what they were", { timeout: 120_000 }, async () => {
  const runs = await recordedRuns();
  const seen = valuesAt(runs.flatMap(({ events }) => events.map(({ body }) => body).filter(isInput)));
  const lines = runs.map((run) => `${digestOf(run, seen, run.name.startsWith("seed") ? 250 : 60)}  ${run.name}\n`);
  await expect(lines.join("")).toMatchFileSnapshot("machine.txt");
});
