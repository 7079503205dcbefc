import { expect, test } from "vitest";
import { verifyReceipt } from "../src/verify/index.ts";
import { opened, storedReceipts } from "./stored.ts";

// The vectors of the verifier and the honest receipts, judged as in test/verify, but not made anew for each mutant.
test.each(await storedReceipts())("$name", (stored) => {
  const { files, options } = opened(stored);
  expect([...new Set(verifyReceipt(files, options).findings.map(({ check }) => check))]).toEqual(stored.want);
});
