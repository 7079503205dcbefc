import type { Clock } from "../ports.js";

/** A clock that a test moves by hand. A sleep moves it; a deadline is met when it is moved past. */
export class ManualClock implements Clock {
  #us: number;
  #wallMs: number;
  readonly #deadlines = new Set<{ readonly us: number; readonly resolve: () => void }>();

  constructor(start: { us?: number; wallMs?: number } = {}) {
    this.#us = start.us ?? 1_000_000;
    this.#wallMs = start.wallMs ?? 1_796_000_000_000;
  }

  monotonicUs(): number {
    return this.#us;
  }

  wallMs(): number {
    return this.#wallMs;
  }

  /** Moves both clocks forward, in microseconds; deadlines that are passed resolve. */
  advanceUs(us: number): void {
    const before = Math.floor(this.#us / 1000);
    this.#us += us;
    this.#wallMs += Math.floor(this.#us / 1000) - before;
    for (const entry of this.#deadlines) if (entry.us <= this.#us) entry.resolve();
  }

  advanceMs(ms: number): void {
    this.advanceUs(ms * 1000);
  }

  /** Sets the monotonic clock alone, backwards too: to test what a broken clock does. */
  setUs(us: number): void {
    this.#us = us;
  }

  async sleep(ms: number): Promise<void> {
    this.advanceMs(ms);
  }

  deadline(us: number, signal: AbortSignal): Promise<void> {
    if (us <= this.#us) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const entry = { us, resolve };
      this.#deadlines.add(entry);
      const stop = (): void => {
        this.#deadlines.delete(entry);
        reject(signal.reason);
      };
      signal.addEventListener("abort", stop, { once: true });
    });
  }
}
