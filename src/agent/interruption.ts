import type { Clock } from "./ports.js";

/** A clock that fails must not lose a cancellation: the time 0 then makes the acknowledgement count as late, never as early. */
const readUs = (clock: Clock): number => {
  try {
    const us = clock.monotonicUs();
    return Number.isSafeInteger(us) && us >= 0 ? us : 0;
  } catch {
    return 0;
  }
};

/** The host's signal, with the monotonic time at which it fired. Listens once, and lets go of the signal at the end. */
export class Interruption {
  readonly #signal: AbortSignal;
  readonly #onAbort: () => void;
  readonly #waiting = new Set<(abortedAt: number) => void>();
  #abortedAt: number | undefined;

  constructor(signal: AbortSignal, clock: Clock) {
    this.#signal = signal;
    this.#onAbort = () => {
      const abortedAt = readUs(clock);
      this.#abortedAt = abortedAt;
      for (const tell of this.#waiting) tell(abortedAt);
    };
    if (signal.aborted) this.#onAbort();
    else signal.addEventListener("abort", this.#onAbort, { once: true });
  }

  /** When the signal fired, in microseconds, if it has. */
  get abortedAt(): number | undefined {
    return this.#abortedAt;
  }

  /**
   * Calls `tell` with the time in microseconds once the signal fires, or at once if it has. Answers how to stop listening: a promise
   * that lives as long as the run would keep every request of the run alive.
   */
  watch(tell: (abortedAt: number) => void): () => void {
    if (this.#abortedAt !== undefined) tell(this.#abortedAt);
    this.#waiting.add(tell);
    return () => this.#waiting.delete(tell);
  }

  /** After the run's end there is nothing left to cancel. */
  ignore(): void {
    this.#signal.removeEventListener("abort", this.#onAbort);
    this.#abortedAt = undefined;
    this.#waiting.clear();
  }
}
