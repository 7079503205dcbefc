import { expect, test } from "vitest";
import { limitsMax } from "../../src/contract/bounds.ts";
import type { Limits } from "../../src/contract/policy.ts";
import { refusalCodes } from "../../src/contract/refusals.ts";
import { Coverage } from "./coverage.ts";
import { replay } from "./replay.ts";
import { simulate } from "./simulate.ts";

const runs = Number(process.env["DESKGATE_SIM_RUNS"] ?? 1600);
const firstSeed = Number(process.env["DESKGATE_SIM_SEED"] ?? 20_261_201);

test(`${runs} simulated runs from seed ${firstSeed} replay, and go everywhere`, { timeout: 600_000 }, async () => {
  const coverage = new Coverage();
  for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
    const simulated = await simulate(seed).catch((cause: unknown) => {
      throw new Error(`simulated run ${seed} broke; repeat it with DESKGATE_SIM_SEED=${seed} DESKGATE_SIM_RUNS=1`, { cause });
    });
    coverage.add(simulated);
    const difference = simulated.record === undefined ? undefined : replay(simulated.record);
    expect(
      difference,
      `run ${seed} (${simulated.gremlins.join(", ")}); repeat it with DESKGATE_SIM_SEED=${seed} DESKGATE_SIM_RUNS=1`,
    ).toBeUndefined();
  }
  console.log(coverage.report());
  if (runs < 1000) return;
  expect(coverage.dispatched / coverage.runs).toBeGreaterThanOrEqual(0.5);
  expect(coverage.completed / coverage.runs).toBeGreaterThanOrEqual(0.3);
  expect(refusalCodes.filter((code) => coverage.timesOf(code) < 10).map((code) => `${code} ${coverage.timesOf(code)}`)).toEqual([]);
  expect((Object.keys(limitsMax) as (keyof Limits)[]).filter((name) => coverage.timesOfCeiling(name) < 10)).toEqual([]);
});
