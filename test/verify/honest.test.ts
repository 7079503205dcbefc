import { describe, expect, test } from "vitest";
import { verifyReceipt } from "../../src/verify/index.ts";
import { actions } from "../agent/refusals/actions.ts";
import { attestations } from "../agent/refusals/attestation.ts";
import { budgets } from "../agent/refusals/budgets.ts";
import { reach, type Case } from "../agent/refusals/case.ts";
import { decisions } from "../agent/refusals/decisions.ts";
import { dispatches } from "../agent/refusals/dispatch.ts";
import { frames } from "../agent/refusals/frames.ts";
import { opening } from "../agent/refusals/opening.ts";
import { targets } from "../agent/refusals/target.ts";
import { honestRecord, receiptOf, trust } from "./receipts.ts";

const cases: readonly Case[] = [
  ...opening,
  ...targets,
  ...attestations,
  ...decisions,
  ...actions,
  ...dispatches,
  ...frames,
  ...budgets,
];

test("an honest, completed run verifies", async () => {
  const report = verifyReceipt(receiptOf(await honestRecord()).files, { trust });
  expect(report).toMatchObject({ exit: 0, findings: [], status: "completed" });
});

describe("whatever a run met, its receipt verifies", () => {
  test.each(cases)("$code: $when", async (given) => {
    const { record } = await reach(given);
    if (record === undefined) return;
    const report = verifyReceipt(receiptOf(record).files, { trust });
    expect(report.findings).toEqual([]);
  });
});
