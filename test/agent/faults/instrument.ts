import type { AgentParts } from "../../../src/agent/agent.ts";
import type { ComputerUseRunControlHooks } from "../../../src/agent/hooks.ts";
import type { Clock } from "../../../src/agent/ports.ts";

/** One call of a port: its place among all calls of the run, its name, and how many calls of that name came before. */
export type Call = { readonly place: number; readonly name: string; readonly nth: number };

/** What is done instead of the call: it gets the call and the way to the real thing. */
export type Meddle = (call: Call, real: () => unknown) => unknown;

/** All calls that a run made of its ports, in order; the one at `at` is meddled with. */
export class Instrument {
  readonly calls: Call[] = [];
  /** The time that the last deadline was asked for: when the request that is under way no longer counts. */
  untilUs = 0;
  readonly #at: number | undefined;
  readonly #meddle: Meddle;

  constructor(at?: number, meddle: Meddle = (_call, real) => real()) {
    this.#at = at;
    this.#meddle = meddle;
  }

  #call(name: string, real: () => unknown): unknown {
    const nth = this.calls.filter((call) => call.name === name).length;
    const call = { place: this.calls.length, name, nth };
    this.calls.push(call);
    return call.place === this.#at ? this.#meddle(call, real) : real();
  }

  /** The port with each of its methods watched; what is no method stays as it is. */
  #watched<T extends object>(port: string, real: T): T {
    return new Proxy(real, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key, target);
        if (typeof value !== "function" || typeof key !== "string") return value;
        return (...args: unknown[]): unknown => {
          if (port === "clock" && key === "deadline") this.untilUs = args[0] as number;
          return this.#call(`${port}.${key}`, () => Reflect.apply(value, target, args) as unknown);
        };
      },
    });
  }

  parts(parts: AgentParts): AgentParts {
    const { clock, nonces, desktop, planner, journal, receipts, hooks } = parts;
    return {
      clock: this.#watched<Clock>("clock", clock),
      nonces: this.#watched("nonces", nonces),
      desktop: this.#watched("desktop", desktop),
      planner: this.#watched("planner", planner),
      journal: this.#watched("journal", journal),
      receipts: this.#watched("receipts", receipts),
      hooks: this.#watched<ComputerUseRunControlHooks>("hooks", hooks),
    };
  }
}
