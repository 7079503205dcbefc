import { expect, test } from "vitest";
import { aboutAuthority } from "./planted/authority.ts";
import { aboutRuns } from "./planted/runs.ts";
import { checksThatFind, withControl } from "./planted/plant.ts";

test.each([...aboutAuthority, ...aboutRuns])("$law: $bug", async ({ control, plant, world, found }) => {
  expect(await checksThatFind(world), "the right machine's run verifies").toEqual([]);
  // The buggy machine replays its own run, so that only the laws, which do not know the machine, can find it.
  const checks = await withControl(control, plant, async () => checksThatFind(world));
  expect(checks).not.toContain("admissibility.replay");
  expect(checks).toContain(`admissibility.${found}`);
});
