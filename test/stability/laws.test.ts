// What the laws find must not drift unseen: in some runs, and in each of them with one leaf of one event changed in many ways, or with an event left
// out, doubled or swapped with the next, they find what they found. When that is meant to change: npx vitest run --project unit test/stability -u,
// and look at which runs did.
import { expect, test } from "vitest";
import { lawLines } from "./laws.ts";
import { recordedRuns } from "./runs.ts";

test("what the laws find is what they found", { timeout: 240_000 }, async () => {
  await expect([...lawLines(await recordedRuns())].join("")).toMatchFileSnapshot("laws.txt");
});
