import { appendFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Coverage } from "../coverage.ts";
import { firstSeed, runs } from "../seeds.ts";
import { attempt, describe, shrink } from "../shrink.ts";

/** Where `npm run sim` reads how far this worker is; without it there is nobody to tell. */
const progressFile = process.env["DESKGATE_SIM_PROGRESS"];
const tell = (line: object): void => {
  if (progressFile !== undefined) appendFileSync(progressFile, `${JSON.stringify(line)}\n`);
};

test(`${runs} runs from seed ${firstSeed}`, { timeout: 0 }, async () => {
  const coverage = new Coverage();
  for (let done = 0; done < runs; done += 1) {
    const tried = await attempt(firstSeed + done);
    if ("problem" in tried) {
      const text = describe(await shrink(tried));
      tell({ failure: text });
      expect.fail(text);
    }
    coverage.add(tried.simulated);
    if ((done + 1) % 100 === 0 || done + 1 === runs) tell({ done: done + 1 });
  }
  tell({ report: coverage.report() });
});
