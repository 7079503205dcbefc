// governed_action, verify32, verify10000: a whole action through the public API, and checking the record of it.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readReceipt } from "../../dist/cli/verify/read.js";
import { base64FromBytes } from "../../dist/base/index.js";
import { trustText } from "../../dist/contract/receipt/index.js";
import { parseTrust, verifyReceipts } from "../../dist/verify/index.js";
import { measure, summary } from "../lib/measure.mjs";

const governedAction = {
  id: "governed_action",
  run: async (bench) => {
    const { took } = await (await bench.governed()).clicks(bench.counts.runs + bench.counts.warm);
    const append = await bench.limit("append", "durable append", { JOURNAL: join(bench.scratch, "append") });
    const gate = bench.figures.get("gate_click").limit;
    return {
      deskgate: summary(took.slice(bench.counts.warm)),
      alternatives: [
        await bench.peer("nut-js by default", "nut", "governed_action", "few"),
        await bench.peer("subprocesses", "spawn", "governed_action", "few"),
      ],
      limit: { name: "C gate and one durable append", p50: gate.p50 + append.p50 },
      note: `from the planner's answer to the outcome; the ledger is on the disk, where one durable append of C takes ${append.p50} ms`,
    };
  },
};

/** Verifies a receipt with so many events as `actions` clicks make. */
const verify = (id, actionsFor) => ({
  id,
  run: async (bench) => {
    const governed = await bench.governed();
    const { directory } = await governed.clicks(actionsFor(bench));
    const { algorithm, keyId, spki } = governed.signer;
    const key = { keyId, algorithm, role: "run", publicKey: base64FromBytes(spki) };
    const { trust } = parseTrust(Buffer.from(trustText({ trustVersion: 1, keys: [key] })));
    const receipt = await readReceipt(directory);
    const bytes = readFileSync(join(directory, "events.jsonl"));
    const events = bytes.toString().trimEnd().split("\n").length;
    const deskgate = await measure(() => {
      const { exit, reports } = verifyReceipts([receipt], { trust, profile: undefined });
      if (exit !== 0) throw new Error(`the receipt was not accepted: ${JSON.stringify(reports[0].findings)}`);
    }, bench.few);
    const digest = await measure(() => createHash("sha256").update(bytes).digest("hex"), bench.few);
    return {
      deskgate,
      events,
      alternatives: [],
      limit: {
        name: "SHA-256 of the bytes",
        p50: digest.p50,
      },
      note: `${events} events, ${bytes.length} bytes, in this process`,
    };
  },
});

/** Counted: a run of one click makes about 32 events, and each further click about 14. */
export const governed = [governedAction, verify("verify32", () => 1), verify("verify10000", ({ quick }) => (quick ? 70 : 700))];
