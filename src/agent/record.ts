import type { MachineInput } from "../contract/inputs.js";
import type { MachineOutput } from "../contract/outputs.js";
import { eventLine, genesis, type Tail } from "../core/index.js";

/** The transcript of one run while it is written: each input, then its outputs, as chained lines. */
export class Recorder {
  readonly #lines: string[] = [];
  readonly #blind: (seq: number) => string;
  #tail: Tail;

  constructor(runId: string, policyDigest: string, challenge: string | null, blind: (seq: number) => string) {
    this.#blind = blind;
    this.#tail = { seq: 0, prev: genesis(runId, policyDigest, challenge) };
  }

  append(input: MachineInput, outputs: readonly MachineOutput[]): void {
    for (const body of [input, ...outputs]) {
      const { line, tail } = eventLine(this.#tail, body, input.at, this.#blind(this.#tail.seq));
      this.#lines.push(line);
      this.#tail = tail;
    }
  }

  get lines(): readonly string[] {
    return this.#lines;
  }

  /** Hash of the last line: the chain's head. */
  get head(): string {
    return this.#tail.prev;
  }
}
