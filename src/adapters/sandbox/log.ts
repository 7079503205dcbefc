import { SandboxFault } from "./fault.js";
import type { LogEvent, LogStream } from "./types.js";

/** Events kept of one program; what comes after is counted as malformed, so a flood costs a bounded amount of memory. */
const EVENTS_MAX = 50_000;

const parse = (text: string): LogEvent | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    return "event" in value && typeof value.event === "string" ? { ...value, event: value.event } : undefined;
  } catch {
    return undefined;
  }
};

/** Collects the lines of one program; readers wait on it. */
export class EventLog implements LogStream {
  readonly #name: string;
  readonly #events: LogEvent[] = [];
  #malformed = 0;
  #ended = false;
  #waiters = new Set<() => void>();

  constructor(name: string) {
    this.#name = name;
  }

  push(text: string): void {
    const event = this.#events.length < EVENTS_MAX ? parse(text) : undefined;
    if (event === undefined) this.#malformed += 1;
    else this.#events.push(event);
    this.#wake();
  }

  malformed(): void {
    this.#malformed += 1;
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  all(): readonly LogEvent[] {
    return [...this.#events];
  }

  malformedCount(): number {
    return this.#malformed;
  }

  #wake(): void {
    const waiters = this.#waiters;
    this.#waiters = new Set();
    for (const wake of waiters) wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<LogEvent> {
    for (let index = 0; ; index += 1) {
      while (index >= this.#events.length && !this.#ended) {
        await new Promise<void>((resolve) => this.#waiters.add(resolve));
      }
      const event = this.#events[index];
      if (event === undefined) return;
      yield event;
    }
  }

  waitFor(
    accept: (event: LogEvent) => boolean,
    options: { readonly timeoutMs: number; readonly from?: number; readonly signal?: AbortSignal },
  ): Promise<LogEvent> {
    return new Promise((resolve, reject) => {
      let index = options.from ?? 0;
      const settle = (act: () => void): void => {
        clearTimeout(timer);
        options.signal?.removeEventListener("abort", aborted);
        this.#waiters.delete(look);
        act();
      };
      const aborted = (): void => settle(() => reject(options.signal?.reason));
      const look = (): void => {
        for (; index < this.#events.length; index += 1) {
          const event = this.#events[index];
          if (event !== undefined && accept(event)) return settle(() => resolve(event));
        }
        if (this.#ended) return settle(() => reject(this.#fault("log_ended", "ended its output before the awaited event")));
        this.#waiters.add(look);
      };
      const timer = setTimeout(
        () => settle(() => reject(this.#fault("log_timeout", `did not write the awaited event within ${options.timeoutMs} ms`))),
        options.timeoutMs,
      );
      if (options.signal?.aborted === true) return aborted();
      options.signal?.addEventListener("abort", aborted, { once: true });
      look();
    });
  }

  #fault(code: "log_ended" | "log_timeout", what: string): SandboxFault {
    const last = this.#events.at(-1)?.event ?? "none";
    return new SandboxFault(code, `${this.#name} ${what}; ${this.#events.length} events so far, the last: ${last}`);
  }
}
