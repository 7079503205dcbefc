// Receipts of earlier builds are replayed by later ones: what the machine answers must not drift unseen. For some runs, and for each of them with
// one leaf of one input changed in many ways, the answers are what they were. When they are meant to change: npx vitest run --project unit
// test/stability -u, and look at which runs did.
import { expect, test } from "vitest";
import { machineLines } from "./machine.ts";
import { recordedRuns } from "./runs.ts";

test("the machine's answers are what they were", { timeout: 120_000 }, async () => {
  await expect([...machineLines(await recordedRuns())].join("")).toMatchFileSnapshot("machine.txt");
});
