import type { MachineInput } from "../contract/inputs.js";
import type { EndStatus, MachineOutput } from "../contract/outputs.js";
import type { ActionType } from "../contract/actions.js";
import type { EffectClass } from "../contract/effects.js";
import type { Used } from "../contract/preview.js";
import type { RefusalCode } from "../contract/refusals.js";

type Common = { readonly runId: string; readonly seq: number; readonly at: number; readonly schemaVersion: 1 };
type Details =
  | { readonly type: "run.started" }
  | { readonly type: "frame.captured"; readonly frameId: number; readonly settled: boolean; readonly equal: boolean | null }
  | { readonly type: "proposal.received"; readonly proposals: number; readonly endTurn: boolean }
  | {
      readonly type: "action.previewed";
      readonly action: ActionType;
      readonly effects: EffectClass | null;
      readonly digest: string;
    }
  | { readonly type: "budget.updated"; readonly used: Used }
  | { readonly type: "decision.requested"; readonly about: "run" | "action" | "step_up"; readonly digest: string }
  | { readonly type: "decision.made"; readonly about: "run" | "action" | "step_up"; readonly answer: "approve" | "deny" | "absent" }
  | { readonly type: "action.admitted"; readonly admission: number; readonly action: ActionType }
  | { readonly type: "action.dispatched"; readonly outcome: string; readonly grabUs: number | undefined }
  | {
      readonly type: "action.refused";
      readonly codes: readonly RefusalCode[];
      readonly replan: boolean;
      readonly unexecuted: number;
    }
  | { readonly type: "completion.checked"; readonly result: "absent" | "given" }
  | {
      readonly type: "run.ended";
      readonly status: EndStatus;
      readonly codes: readonly RefusalCode[];
      readonly used: Used;
      readonly acknowledgedAfterUs: number | null;
    };

/** What a host can watch while a run goes on. No text, no title, no pixel is in any of them. */
export type AgentEvent = Common & Details;

const ofInput = (input: MachineInput): readonly Details[] => {
  switch (input.kind) {
    case "opened":
      return [{ type: "run.started" }];
    case "captured":
      return [{ type: "frame.captured", frameId: input.frame.id, settled: input.frame.settled, equal: input.frame.equal }];
    case "planned":
      return [{ type: "proposal.received", proposals: input.answer.proposals.length, endTurn: input.answer.endTurn }];
    case "runDecided":
    case "actionDecided":
    case "steppedUp": {
      const about = input.kind === "runDecided" ? "run" : input.kind === "actionDecided" ? "action" : "step_up";
      return [{ type: "decision.made", about, answer: input.answer === "absent" ? "absent" : input.answer.decision }];
    }
    case "dispatched":
      return [
        {
          type: "action.dispatched",
          outcome: input.outcome.outcome,
          grabUs: input.outcome.outcome === "dispatched" ? input.outcome.grabUs : undefined,
        },
      ];
    case "completionChecked":
      return [{ type: "completion.checked", result: input.result === "absent" ? "absent" : "given" }];
    default:
      return [];
  }
};

const ofOutput = (output: MachineOutput): readonly Details[] => {
  switch (output.kind) {
    case "previewAction":
      return [
        {
          type: "action.previewed",
          action: output.preview.action.type,
          effects: output.preview.effects.class,
          digest: output.digest,
        },
        { type: "budget.updated", used: output.preview.limitsUsed },
      ];
    case "decideRun":
      return [{ type: "decision.requested", about: "run", digest: output.digest }];
    case "decideAction":
      return [{ type: "decision.requested", about: "action", digest: output.digest }];
    case "stepUp":
      return [{ type: "decision.requested", about: "step_up", digest: output.digest }];
    case "dispatch":
      return [{ type: "action.admitted", admission: output.admission.admission, action: output.admission.action.type }];
    case "refuse":
      return [{ type: "action.refused", codes: output.codes, replan: output.replan, unexecuted: output.unexecuted }];
    case "end":
      return [
        {
          type: "run.ended",
          status: output.status,
          codes: output.codes,
          used: output.used,
          acknowledgedAfterUs: output.acknowledgedAfterUs,
        },
      ];
    default:
      return [];
  }
};

/** The host's view of one step. */
export const eventsOf = (input: MachineInput, outputs: readonly MachineOutput[]): readonly Details[] => [
  ...ofInput(input),
  ...outputs.flatMap(ofOutput),
];

const queueMax = 1024;

/** A bounded queue: a slow consumer never stalls admission; what did not fit is counted. */
export class EventQueue implements AsyncIterable<AgentEvent> {
  readonly #runId: string;
  readonly #waiting: AgentEvent[] = [];
  readonly #watch: ((event: AgentEvent) => void) | undefined;
  #wake: (() => void) | undefined;
  #closed = false;
  #seq = 0;
  #dropped = 0;

  constructor(runId: string, watch?: (event: AgentEvent) => void) {
    this.#runId = runId;
    this.#watch = watch;
  }

  /** How many events a slow consumer has missed. */
  get dropped(): number {
    return this.#dropped;
  }

  push(details: Details, at: number): void {
    const event = { runId: this.#runId, seq: this.#seq, at, schemaVersion: 1 as const, ...details };
    this.#seq += 1;
    try {
      this.#watch?.(event);
    } catch {
      // A log that fails must not end a run; its own owner hears of it.
    }
    // The end is never dropped: it is what a host waits for.
    if (this.#waiting.length >= queueMax && details.type !== "run.ended") this.#dropped += 1;
    else this.#waiting.push(event);
    this.#wake?.();
  }

  close(): void {
    this.#closed = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<AgentEvent> {
    for (;;) {
      const event = this.#waiting.shift();
      if (event !== undefined) yield event;
      else if (this.#closed) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
