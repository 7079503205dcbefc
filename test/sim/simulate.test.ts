import { expect, test } from "vitest";
import { limitsMax } from "../../src/contract/bounds.ts";
import type { Limits } from "../../src/contract/policy.ts";
import { refusalCodes } from "../../src/contract/refusals.ts";
import { Coverage } from "./coverage.ts";
import { random } from "./random.ts";
import { findings, sign, verify } from "./receipt.ts";
import { replay } from "./replay.ts";
import { firstSeed, runs } from "./seeds.ts";
import { simulate, type Simulated } from "./simulate.ts";
import { draw, tampered } from "./tamper.ts";

/** What is wrong with a run's record: as a replay, as a signed receipt, or as a receipt that was tampered with. */
const problemOf = ({ seed, record }: Simulated): string | undefined => {
  if (record === undefined) return undefined;
  const difference = replay(record);
  if (difference !== undefined) return difference;
  const files = sign(record);
  const report = verify(files);
  if (report.exit !== 0) return `it does not verify: ${findings(report)}`;
  if (seed % 10 !== 0) return undefined;
  const missed = draw(random(seed), files, 5).find((leaf) => verify(tampered(files, leaf)).exit === 0);
  return missed === undefined ? undefined : `a changed leaf is not found: ${JSON.stringify(missed)}`;
};

test(`${runs} simulated runs from seed ${firstSeed} replay and verify, and go everywhere`, { timeout: 900_000 }, async () => {
  const coverage = new Coverage();
  for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
    const again = `repeat it with DESKGATE_SIM_SEED=${seed} DESKGATE_SIM_RUNS=1`;
    const simulated = await simulate(seed).catch((cause: unknown) => {
      throw new Error(`simulated run ${seed} broke; ${again}`, { cause });
    });
    coverage.add(simulated);
    expect(problemOf(simulated), `run ${seed} (${simulated.gremlins.join(", ")}); ${again}`).toBeUndefined();
  }
  console.log(coverage.report());
  if (runs < 1000) return;
  expect(coverage.dispatched / coverage.runs).toBeGreaterThanOrEqual(0.5);
  expect(coverage.completed / coverage.runs).toBeGreaterThanOrEqual(0.3);
  expect(refusalCodes.filter((code) => coverage.timesOf(code) < 10).map((code) => `${code} ${coverage.timesOf(code)}`)).toEqual([]);
  expect((Object.keys(limitsMax) as (keyof Limits)[]).filter((name) => coverage.timesOfCeiling(name) < 10)).toEqual([]);
});
