import { expect, test } from "vitest";
import { limitsMax } from "../../src/contract/bounds.ts";
import type { Limits } from "../../src/contract/policy.ts";
import { refusalCodes } from "../../src/contract/refusals.ts";
import { Coverage } from "./coverage.ts";
import { problemOf } from "./judge.ts";
import { firstSeed, runs } from "./seeds.ts";
import { simulate } from "./simulate.ts";

/** One file a shard, so that the runs use all cores. Each shard is large enough to go everywhere by itself. */
const shards = 4;

/** A simulation that only refuses proves nothing: what the runs of one shard must have been through. */
const expectEverywhere = (coverage: Coverage): void => {
  expect(coverage.dispatched / coverage.runs).toBeGreaterThanOrEqual(0.5);
  expect(coverage.completed / coverage.runs).toBeGreaterThanOrEqual(0.3);
  expect(refusalCodes.filter((code) => coverage.timesOf(code) < 10).map((code) => `${code} ${coverage.timesOf(code)}`)).toEqual([]);
  expect((Object.keys(limitsMax) as (keyof Limits)[]).filter((name) => coverage.timesOfCeiling(name) < 10)).toEqual([]);
};

/** Declares the test of shard `index`, from 0. */
export const simulateShard = (index: number): void => {
  const count = Math.ceil(runs / shards);
  const first = firstSeed + index * count;
  test(`${count} simulated runs from seed ${first} replay, keep the laws, and go everywhere`, { timeout: 900_000 }, async () => {
    const coverage = new Coverage();
    for (let seed = first; seed < first + count; seed += 1) {
      const again = `shrink and repeat it with: npm run sim -- --runs 1 --seed ${seed}`;
      const simulated = await simulate(seed).catch((cause: unknown) => {
        throw new Error(`simulated run ${seed} broke; ${again}`, { cause });
      });
      coverage.add(simulated);
      const problem = problemOf(simulated);
      if (problem !== undefined) expect.fail(`run ${seed} (${simulated.gremlins.join(", ")}): ${problem}; ${again}`);
    }
    console.log(coverage.report());
    expectEverywhere(coverage);
  });
};
