import { describe, expect, test } from "vitest";
import { canonicalJson, type Json } from "../../src/base/index.ts";
import { receiptFiles } from "../../src/contract/receipt/index.ts";
import { seededNonces } from "../../src/agent/testing/index.ts";
import { verifyReceipt } from "../../src/verify/index.ts";
import { changed, leaves } from "./leaves.ts";
import { eventsOf, honestRecord, receiptOf, rechained, trust } from "./receipts.ts";
import { withText } from "./vectors/vector.ts";

/**
 * Reviewed: what a receipt states and nobody can check from it, since only the host saw it (docs/receipt-v1.md, "trusted input"). A holder
 * of the key can state these as it likes. Anything else that passes is a hole.
 */
const trusted = [
  /^\d+\.(?:seq|prev|kind|blind)$/, // written anew with the chain, or random
  /\.wallMs$/,
  /\.(?:before|after|observation)\.(?:display|focus)\./,
  /\.frame\.(?:id|depth|transport|comparedTo|equal|capturedAtUs|settled)$/, // of frames that nothing was done on
  /\.surface\.chain\./,
  /\.answer\.expiresAtMs$/,
  /\.body\.egressGate$/,
  /\.outcome\.(?:eventsSent|grabUs|deliveredTo)$/,
  /\.body\.commitment$/,
  /\.evidenceDigest$/,
  /\.body\.(?:keysDown|buttonsDown|selectionsOwned)$/,
  /\.cleanup\./,
  /\.answer\.usage\./,
];

describe("an honest receipt, one leaf changed", () => {
  test("raw: each of every third leaf of the events is found, as not authentic", async () => {
    const record = await honestRecord();
    const { files } = receiptOf(record);
    for (const path of leaves(eventsOf(record)).filter((_, index) => index % 3 === 0)) {
      const text = changed(eventsOf(record), path)
        .map((event) => `${canonicalJson(event as unknown as Json)}\n`)
        .join("");
      expect(verifyReceipt(withText(files, receiptFiles.events, text), { trust }).exit, path.join(".")).toBe(1);
    }
  });

  test("chained and signed again by the right key: what passes is only what nobody could check", async () => {
    const record = await honestRecord();
    const events = eventsOf(record);
    const all = leaves(events);
    const seeds = seededNonces(20261201).bytes(600);
    const picked = Array.from(
      { length: 300 },
      (_, index) => all[(((seeds[2 * index] ?? 0) << 8) | (seeds[2 * index + 1] ?? 0)) % all.length] ?? [],
    );
    const passed = picked.filter((path) => {
      try {
        return verifyReceipt(receiptOf(rechained(record, changed(events, path))).files, { trust }).exit === 0;
      } catch {
        return false; // what is no event of any schema is not even signed
      }
    });
    expect(passed.map((path) => path.join(".")).filter((path) => !trusted.some((pattern) => pattern.test(path)))).toEqual([]);
    expect(passed.length).toBeLessThan(picked.length / 2);
  });
});
