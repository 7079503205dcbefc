import { canonicalJson, type Json } from "../../../src/base/index.ts";
import { sha256Hex } from "../../../src/base/crypto/digest.ts";
import type { ReceiptEvent, Statement } from "../../../src/contract/receipt/index.ts";
import { eventsOf, honestRecord, receiptOf, rechained } from "../receipts.ts";
import { honest, restated, type Vector } from "./vector.ts";

const stated =
  (edit: (statement: Statement) => unknown): Vector["make"] =>
  async () => ({ files: restated(await honest(), edit) });

/** Lines whose `prev` is whole again after the edited one, so that nothing but the edit is wrong. */
const chained =
  (edit: (event: ReceiptEvent, index: number) => ReceiptEvent): Vector["make"] =>
  async () => {
    const record = await honestRecord();
    let prev: string | undefined;
    const events = eventsOf(record).map((event, index) => {
      const line = canonicalJson(edit({ ...event, prev: prev ?? event.prev }, index) as unknown as Json);
      prev = sha256Hex(`${line}\n`);
      return line;
    });
    return { files: receiptOf({ ...record, events }).files };
  };

const cut =
  (keep: (events: readonly ReceiptEvent[]) => readonly ReceiptEvent[]): Vector["make"] =>
  async () => {
    const record = await honestRecord();
    return { files: receiptOf(rechained(record, keep(eventsOf(record)))).files };
  };

const otherDigest = "0".repeat(64);

export const integrity: readonly Vector[] = [
  {
    check: "integrity.subjects",
    when: "a subject's digest is another",
    make: stated((statement) => void (statement.subject = [{ name: "events.jsonl", digest: { sha256: otherDigest } }])),
  },
  {
    check: "integrity.subjects",
    when: "a subject is not there",
    make: stated((statement) => void statement.subject.push({ name: "outputs/0", digest: { sha256: otherDigest } })),
  },
  {
    check: "integrity.subjects",
    when: "a subject is named twice",
    make: stated((statement) => ({ ...statement, subject: [...statement.subject, ...statement.subject] })),
  },
  {
    check: "integrity.genesis",
    when: "event 0 follows something else",
    make: chained((event, index) => (index === 0 ? { ...event, prev: otherDigest } : event)),
  },
  {
    check: "integrity.chain",
    when: "an event follows something else",
    make: chained((event, index) => (index === 5 ? { ...event, prev: otherDigest } : event)),
  },
  {
    check: "integrity.sequence",
    when: "a number is left out",
    make: chained((event, index) => ({ ...event, seq: index > 5 ? index + 1 : index })),
  },
  {
    check: "integrity.sequence",
    when: "a number comes twice",
    make: chained((event, index) => ({ ...event, seq: index === 5 ? 4 : index })),
  },
  {
    check: "integrity.count",
    when: "the count is one more",
    make: stated((statement) => void (statement.predicate.events.count += 1)),
  },
  {
    check: "integrity.head",
    when: "the head is another",
    make: stated((statement) => void (statement.predicate.events.head = otherDigest)),
  },
  {
    check: "integrity.root",
    when: "the root is another",
    make: stated((statement) => void (statement.predicate.events.root = otherDigest)),
  },
  { check: "integrity.close", when: "the tail is cut off", make: cut((events) => events.slice(0, -1)) },
  { check: "integrity.close", when: "there are two closes", make: cut((events) => [...events, ...events.slice(-1)]) },
];
