import { expect, test } from "vitest";
import { without } from "./planted/bug.ts";
import { withControl } from "./planted/plant.ts";
import { firstSeed } from "./seeds.ts";
import { attempt, describe, shrink, type Failure } from "./shrink.ts";

const firstFailure = async (least: number): Promise<Failure> => {
  for (let seed = firstSeed; seed < firstSeed + 400; seed += 1) {
    const tried = await attempt(seed);
    if ("problem" in tried && (tried.simulated?.gremlins.length ?? 0) >= least) return tried;
  }
  throw new Error("no run of 400 shows the planted bug");
};

/** A machine that denies nobody: whatever a person answers, the action goes out. */
const deafMachine = async <T>(body: () => Promise<T>): Promise<T> => withControl("decision", without("decision_denied"), body);

test("a failing run is shrunk to the gremlin that it needs and the fewest calls, the same way each time", async () => {
  const { found, shrunk, again, shorter } = await deafMachine(async () => {
    const failure = await firstFailure(2);
    const least = await shrink(failure);
    const fewer = { ...least.cut, calls: (least.cut.calls ?? 0) - 1 };
    return { found: failure, shrunk: least, again: await shrink(failure), shorter: await attempt(failure.seed, fewer) };
  });
  expect(found.problem).toContain("admissibility.decision");
  expect(shrunk.problem).toContain("admissibility.decision");
  expect(shrunk.simulated?.gremlins).toEqual(["an action that is denied"]);
  expect(shrunk.cut.calls).toBeGreaterThan(0);
  expect(shorter, "one call less does not fail").not.toHaveProperty("problem");
  // Not necessarily fewer events: without the other gremlins a run may go on for longer.
  expect(shrunk.simulated?.gremlins.length).toBeLessThan(found.simulated?.gremlins.length ?? 0);
  expect(again).toEqual(shrunk);
  const text = describe(shrunk);
  expect(text).toContain(`npm run sim -- --runs 1 --seed ${found.seed}`);
  expect(text).toContain('"decision":"deny"');
});

test("with the right machine the same seed is as it must be, whole and cut", async () => {
  const { seed } = await deafMachine(() => firstFailure(2));
  expect(await attempt(seed)).not.toHaveProperty("problem");
  expect(await attempt(seed, { calls: 0 })).not.toHaveProperty("problem");
});
