import { expect, test } from "vitest";
import { verifyReceipt } from "../../src/verify/index.ts";
import { provingParts, provingRecord } from "./proving.ts";
import { receiptOf, signer, trustOf } from "./receipts.ts";

test("a run that proves everything the profile asks for is sufficient, under a run key and under a fixture key", async () => {
  const { files } = receiptOf(await provingRecord(), provingParts);
  for (const role of ["run", "fixture"] as const)
    expect(verifyReceipt(files, { trust: trustOf(signer, role), profile: "fixture-live" })).toMatchObject({
      exit: 0,
      findings: [],
      profile: "fixture-live",
    });
});
