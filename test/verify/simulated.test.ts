import { expect, test } from "vitest";
import { seededNonces } from "../../src/agent/testing/index.ts";
import { canonicalJson, type Json } from "../../src/base/index.ts";
import { receiptFiles } from "../../src/contract/receipt/index.ts";
import { verifyReceipt } from "../../src/verify/index.ts";
import { simulate } from "../sim/simulate.ts";
import { changed, leaves } from "./leaves.ts";
import { eventsOf, receiptOf, trust } from "./receipts.ts";
import { withText } from "./vectors/vector.ts";

const firstSeed = 7_000_000;
const runs = 200;

test(
  `receipts of ${runs} simulated runs from seed ${firstSeed} verify; of every tenth, 5 changed leaves are found`,
  { timeout: 120_000 },
  async () => {
    let receipts = 0;
    let found = 0;
    for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
      const { record } = await simulate(seed);
      if (record === undefined) continue;
      receipts += 1;
      const { files } = receiptOf(record);
      expect(verifyReceipt(files, { trust }).findings, `seed ${seed}`).toEqual([]);
      if (receipts % 10 !== 0) continue;
      const events = eventsOf(record);
      const all = leaves(events);
      for (const byte of seededNonces(seed).bytes(5)) {
        const path = all[Math.floor((byte / 256) * all.length)] ?? [];
        const text = changed(events, path)
          .map((event) => `${canonicalJson(event as unknown as Json)}\n`)
          .join("");
        expect(verifyReceipt(withText(files, receiptFiles.events, text), { trust }).exit, `seed ${seed}, ${path.join(".")}`).toBe(
          1,
        );
        found += 1;
      }
    }
    expect(receipts).toBeGreaterThan(runs * 0.9);
    expect(found).toBeGreaterThan(receipts / 4);
  },
);
