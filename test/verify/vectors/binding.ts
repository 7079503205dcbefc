import type { ReceiptEvent, Statement } from "../../../src/contract/receipt/index.ts";
import { provingParts, provingRecord } from "../proving.ts";
import { eventsOf, honestRecord, receiptOf, rechained } from "../receipts.ts";
import { honest, restated, type Vector } from "./vector.ts";

const stated =
  (edit: (statement: Statement) => unknown): Vector["make"] =>
  async () => ({ files: restated(await honest(), edit) });

const edited =
  (edit: (body: ReceiptEvent["body"]) => void): Vector["make"] =>
  async () => {
    const record = await honestRecord();
    const events = structuredClone(eventsOf(record));
    for (const { body } of events) edit(body);
    return { files: receiptOf(rechained(record, events)).files };
  };

const otherDigest = "0".repeat(64);
const bytes = new TextEncoder().encode("x");

export const binding: readonly Vector[] = [
  {
    check: "binding.policy",
    when: "an action preview is for another policy",
    make: edited((body) => body.kind === "previewAction" && void (body.preview.policyDigest = otherDigest)),
  },
  {
    check: "binding.policy",
    when: "event 0 names another policy",
    make: edited((body) => body.kind === "opened" && void (body.policyDigest = otherDigest)),
  },
  {
    check: "binding.run",
    when: "the run preview is for another run",
    make: edited((body) => body.kind === "previewRun" && void (body.preview.runId = "run-2")),
  },
  {
    check: "binding.controls",
    when: "the host's hooks are others",
    make: stated((statement) => void (statement.predicate.producer.host = "other-host")),
  },
  {
    check: "binding.controls",
    when: "the control digest is another",
    make: stated((statement) => void (statement.predicate.controlDigest = otherDigest)),
  },
  {
    check: "binding.summary",
    when: "the status is another",
    make: stated((statement) => void (statement.predicate.summary.status = "refused")),
  },
  {
    check: "binding.summary",
    when: "a refusal is left out, or one added",
    make: stated((statement) => void statement.predicate.summary.refusals.push({ code: "frame_changed", count: 1 })),
  },
  {
    check: "binding.summary",
    when: "a limit is another",
    make: stated((statement) => void (statement.predicate.summary.budgets.limits.stepsMax += 1)),
  },
  {
    check: "binding.summary",
    when: "something left over is not said",
    make: stated((statement) => void (statement.predicate.summary.cleanup.host = null)),
  },
  {
    check: "binding.summary",
    when: "the points are said to be sealed",
    make: stated((statement) => void (statement.predicate.points = "sealed")),
  },
  {
    check: "binding.outputs",
    when: "an output that no verifier saw",
    make: async () => ({ files: receiptOf(await honestRecord(), { outputs: new Map([[0, bytes]]) }).files }),
  },
  {
    check: "binding.outputs",
    when: "an output with other bytes than the verifier saw",
    make: async () => ({ files: receiptOf(await provingRecord(), { ...provingParts, outputs: new Map([[0, bytes]]) }).files }),
  },
  {
    check: "binding.sources",
    when: "the checkout has other sources",
    make: async () => ({ files: await honest(), options: { sources: { count: 1, digest: otherDigest } } }),
  },
  {
    check: "binding.sources",
    when: "the program did not run from a checkout",
    make: async () => ({
      files: restated(await honest(), (statement) => void (statement.predicate.build.sources = null)),
      options: { sources: { count: 1, digest: otherDigest } },
    }),
  },
];
