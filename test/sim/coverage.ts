import { limitsMax } from "../../src/contract/bounds.ts";
import type { Limits } from "../../src/contract/policy.ts";
import { refusalCodes, type RefusalCode } from "../../src/contract/refusals.ts";
import type { Simulated } from "./simulate.ts";

const codeOfCeiling: Record<Exclude<keyof Limits, "interruptMsMax">, RefusalCode> = {
  stepsMax: "budget_steps",
  actionsMax: "budget_actions",
  actionsPerMinuteMax: "budget_rate",
  actionIntervalMsMin: "budget_interval",
  durationMsMax: "budget_duration",
  tokensMax: "budget_tokens",
  outputTokensPerCallMax: "budget_output_tokens",
  frameAgeMsMax: "frame_too_old",
  thinkingMsMax: "budget_thinking_time",
};

/** What the runs have been through. A simulation that only refuses proves nothing. */
export class Coverage {
  runs = 0;
  dispatched = 0;
  completed = 0;
  events = 0;
  interruptsLate = 0;
  readonly #codes = new Map<RefusalCode, number>();

  add({ outcome, events, dispatched }: Simulated): void {
    this.runs += 1;
    if (dispatched > 0) this.dispatched += 1;
    if (outcome.status === "completed") this.completed += 1;
    this.events += events.length;
    const bodies = events.map(({ body }) => body);
    if (bodies.some((body) => body.kind === "end" && body.interruptLate)) this.interruptsLate += 1;
    const codes = [...outcome.codes, ...bodies.flatMap((body) => (body.kind === "refuse" ? body.codes : []))];
    for (const code of new Set(codes)) this.#codes.set(code, this.timesOf(code) + 1);
  }

  /** In how many runs a code was refused with. */
  timesOf(code: RefusalCode): number {
    return this.#codes.get(code) ?? 0;
  }

  timesOfCeiling(name: keyof Limits): number {
    return name === "interruptMsMax" ? this.interruptsLate : this.timesOf(codeOfCeiling[name]);
  }

  get rarest(): readonly (readonly [RefusalCode, number])[] {
    return refusalCodes
      .map((code) => [code, this.timesOf(code)] as const)
      .toSorted((a, b) => a[1] - b[1])
      .slice(0, 5);
  }

  report(): string {
    const percent = (part: number): string => `${((100 * part) / this.runs).toFixed(1)} %`;
    const ceilings = (Object.keys(limitsMax) as (keyof Limits)[]).map((name) => `${name} ${this.timesOfCeiling(name)}`);
    return [
      `simulation: ${this.runs} runs, ${this.events} events; ${percent(this.dispatched)} dispatched, ${percent(this.completed)} completed`,
      `  ceilings hit: ${ceilings.join(", ")}`,
      `  codes: ${refusalCodes.length}, rarest ${this.rarest.map(([code, times]) => `${code} ${times}`).join(", ")}`,
    ].join("\n");
  }
}
