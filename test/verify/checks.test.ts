import { describe, expect, test } from "vitest";
import { checkIds, checks, verifyReceipt, verifyReceipts } from "../../src/verify/index.ts";
import { trust } from "./receipts.ts";
import { binding } from "./vectors/binding.ts";
import { container } from "./vectors/container.ts";
import { form } from "./vectors/form.ts";
import { integrity } from "./vectors/integrity.ts";
import { admissibility } from "./vectors/laws/index.ts";
import { profiles } from "./vectors/profile.ts";
import { honest, type Vector } from "./vectors/vector.ts";

const vectors: readonly Vector[] = [...container, ...form, ...integrity, ...binding, ...admissibility, ...profiles];

describe("each vector is rejected by its own check and by no other", () => {
  test.each(vectors)("$check: $when", async ({ check, make }) => {
    const { files, options } = await make();
    const report = verifyReceipt(files, { trust, ...options });
    expect([...new Set(report.findings.map((found) => found.check))]).toEqual([check]);
    expect(report.exit).toBe(checks[check].exit);
  });
});

test("integrity.run-id: the same run twice", async () => {
  const files = await honest();
  const { exit, reports } = verifyReceipts([files, files], { trust });
  expect(exit).toBe(1);
  expect(reports.map((report) => report.findings.map(({ check }) => check))).toEqual([[], ["integrity.run-id"]]);
});

test("container.readable: a folder that could not be read", () => {
  const { exit, reports } = verifyReceipts([{ unread: "x", says: "EACCES" }], { trust });
  expect(exit).toBe(2);
  expect(reports[0]?.findings.map(({ check }) => check)).toEqual(["container.readable"]);
});

test("no receipt at all is not a success", () => {
  expect(verifyReceipts([], { trust }).exit).toBe(2);
});

test("every check has a vector that only it rejects", () => {
  const isolated = new Set<string>([...vectors.map(({ check }) => check), "integrity.run-id", "container.readable"]);
  expect(checkIds.filter((check) => !isolated.has(check))).toEqual([]);
});
