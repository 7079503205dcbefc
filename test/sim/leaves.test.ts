import { expect, test } from "vitest";
import { sign, verify } from "./receipt.ts";
import { firstSeed } from "./seeds.ts";
import { simulate, type Simulated } from "./simulate.ts";
import { leaves, tampered } from "./tamper.ts";

/** Of the first 300 runs that have a receipt, the shortest: four that were completed after an action, and sixteen that ended otherwise. */
const wholeRuns = async (): Promise<readonly Simulated[]> => {
  const all: Simulated[] = [];
  for (let seed = firstSeed; seed < firstSeed + 300; seed += 1) all.push(await simulate(seed));
  const eventsOf = ({ record }: Simulated): number => record?.events.length ?? 0;
  const shortest = all.filter((ran) => eventsOf(ran) > 0).toSorted((a, b) => eventsOf(a) - eventsOf(b));
  const isCompleted = ({ outcome, dispatched }: Simulated): boolean => outcome.status === "completed" && dispatched > 0;
  return [...shortest.filter(isCompleted).slice(0, 4), ...shortest.filter((ran) => !isCompleted(ran)).slice(0, 16)];
};

test("of 20 whole runs, every changed leaf is found", { timeout: 900_000 }, async () => {
  let changed = 0;
  const runs = await wholeRuns();
  expect(runs).toHaveLength(20);
  for (const { seed, record } of runs) {
    if (record === undefined) throw new Error(`run ${seed} has no record`);
    const files = sign(record);
    expect(verify(files).exit, `run ${seed}`).toBe(0);
    const missed = leaves(files).filter((leaf) => {
      changed += 1;
      return verify(tampered(files, leaf)).exit === 0;
    });
    expect(missed, `run ${seed}`).toEqual([]);
  }
  console.log(`tampering: ${changed} changed leaves of 20 whole runs, each found`);
});
