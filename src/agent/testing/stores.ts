import type { Journal, ReceiptSink, RunRecord, Nonces } from "../ports.js";

/** A journal in memory: for tests only, since nothing of it survives. */
export class MemoryJournal implements Journal {
  readonly records: { readonly kind: string; readonly runId: string }[] = [];
  readonly #runs = new Set<string>();

  async open({ runId }: { runId: string }): Promise<"opened" | "reused"> {
    if (this.#runs.has(runId)) return "reused";
    this.#runs.add(runId);
    this.records.push({ kind: "open", runId });
    return "opened";
  }
  async intent(runId: string): Promise<void> {
    this.records.push({ kind: "intent", runId });
  }
  async outcome(runId: string): Promise<void> {
    this.records.push({ kind: "outcome", runId });
  }
  async end(runId: string): Promise<void> {
    this.records.push({ kind: "end", runId });
  }
}

/** Keeps the records of runs in memory. */
export class MemoryReceipts implements ReceiptSink {
  readonly records: RunRecord[] = [];
  async write(record: RunRecord): Promise<{ directory: string; payloadDigest: string }> {
    this.records.push(record);
    return { directory: "memory", payloadDigest: "0".repeat(64) };
  }
}

/** Repeatable bytes from a seed (mulberry32). For tests and simulation only. */
export const seededNonces = (seed: number): Nonces => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return { bytes: (length) => Uint8Array.from({ length }, () => next() & 0xff) };
};
