import type { RunRecord } from "../../src/agent/ports.ts";
import type { ReceiptEvent } from "../../src/contract/receipt/index.ts";
import { actions } from "../agent/refusals/actions.ts";
import { attestations } from "../agent/refusals/attestation.ts";
import { budgets } from "../agent/refusals/budgets.ts";
import { reach } from "../agent/refusals/case.ts";
import { decisions } from "../agent/refusals/decisions.ts";
import { dispatches } from "../agent/refusals/dispatch.ts";
import { frames } from "../agent/refusals/frames.ts";
import { opening } from "../agent/refusals/opening.ts";
import { targets } from "../agent/refusals/target.ts";
import { eventsIn } from "../sim/replay.ts";
import { simulate } from "../sim/simulate.ts";

export type Recorded = { readonly name: string; readonly record: RunRecord; readonly events: readonly ReceiptEvent[] };

const cases = [...opening, ...targets, ...attestations, ...decisions, ...actions, ...dispatches, ...frames, ...budgets];

const recorded = (name: string, record: RunRecord | undefined): readonly Recorded[] =>
  record === undefined ? [] : [{ name, record, events: eventsIn(record) }];

/** Some simulated runs, and one run for each way to a refusal. Each is the same every time. */
export const recordedRuns = async (): Promise<readonly Recorded[]> => {
  const runs: Recorded[] = [];
  for (let seed = 1; seed <= 24; seed += 1) runs.push(...recorded(`seed ${seed}`, (await simulate(seed)).record));
  for (const given of cases) runs.push(...recorded(`${given.code}: ${given.when}`, (await reach(given)).record));
  return runs;
};
