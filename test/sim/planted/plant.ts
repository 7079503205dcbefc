import type { Case } from "../../agent/refusals/case.ts";
import { click } from "../../agent/refusals/case.ts";
import { bench, run } from "../../agent/run.ts";
import { endTurn, scriptedPlanner, turn } from "../../../src/agent/testing/index.ts";
import { stages, type Control, type Stage } from "../../../src/core/index.ts";
import { sign, verify } from "../receipt.ts";

export type Scenario = Omit<Case, "code" | "when">;

/** Checks that find something in the receipt of this scenario's run. The machine that replays it is the one that ran it. */
export const checksThatFind = async (
  { policy, hooks, world, turns }: Scenario,
  signal?: (parts: ReturnType<typeof bench>) => AbortSignal,
): Promise<readonly string[]> => {
  const parts = bench();
  world?.(parts);
  const planner = scriptedPlanner(turns?.(parts) ?? [turn(click), endTurn()]);
  await run(parts, planner, { policy, hooks: hooks?.(parts), signal: signal?.(parts) });
  const record = parts.receipts.records[0];
  if (record === undefined) throw new Error("the scenario's run has no receipt");
  return [...new Set(verify(sign(record)).findings.map(({ check }) => check as string))];
};

/** Replaces a control in every stage that has it while `body` runs: a machine with one bug, and nothing else changed. */
export const withControl = async <T>(name: string, bug: (real: Control) => Control, body: () => Promise<T>): Promise<T> => {
  const holders = (Object.keys(stages) as Stage[])
    .map((stage) => stages[stage] as Record<string, Control>)
    .filter((controls) => name in controls);
  const originals = holders.map((controls) => controls[name] as Control);
  if (holders.length === 0) throw new Error(`no stage has the control ${name}`);
  holders.forEach((controls, index) => {
    controls[name] = bug(originals[index] as Control);
  });
  try {
    return await body();
  } finally {
    holders.forEach((controls, index) => {
      controls[name] = originals[index] as Control;
    });
  }
};
