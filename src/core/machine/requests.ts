import { requestMsMax } from "../../contract/bounds.js";
import type { Admission, MachineOutput, OutputOf } from "../../contract/outputs.js";
import type { RequestKind } from "../../contract/inputs.js";
import type { Phase, State, Step } from "../state.js";

type Request = Extract<MachineOutput, { untilUs: number }>;
type RequestOf<K extends RequestKind> = Extract<Request, { kind: K }>;
type Details<K extends Request["kind"]> = Omit<RequestOf<K>, "kind" | "untilUs">;

/** Monotonic end of the run's time. */
export const runEndUs = (state: State): number => state.startedAt + state.policy.limits.durationMsMax * 1000;

/** A drag takes the time that it is given, besides. */
const dragUs = ({ action }: Admission): number => (action.type === "drag" ? action.durationMs * 1000 : 0);

const boundUs = (state: State, kind: Request["kind"], details: { ms?: number; admission?: unknown }): number => {
  if (kind === "plan") return state.policy.limits.thinkingMsMax * 1000;
  if (kind === "wait") return (details.ms ?? 0) * 1000 + 1_000_000;
  // A decision waits for a person: only the run's own end bounds it.
  if (kind === "decideRun" || kind === "decideAction" || kind === "stepUp") return Number.MAX_SAFE_INTEGER;
  const settleUs = kind === "capture" ? state.policy.frame.settle.maxMs * 1000 : 0;
  const actionUs = kind === "dispatch" ? dragUs(details.admission as Admission) : 0;
  return requestMsMax[kind] * 1000 + settleUs + actionUs;
};

/** One request to the world: the phase that awaits its answer, and the time until which the answer counts. */
export const request = <K extends Request["kind"]>(
  state: State,
  phase: Phase,
  kind: K,
  details: Details<K>,
  before: readonly MachineOutput[] = [],
): Step => {
  const own = state.at + Math.min(boundUs(state, kind, details), Number.MAX_SAFE_INTEGER - state.at);
  // After the end the run's own time no longer bounds: letting go must still be possible.
  const untilUs = phase === "ending" ? own : Math.min(own, runEndUs(state));
  const output = { kind, untilUs, ...details } as unknown as MachineOutput;
  return { state: { ...state, phase, awaiting: kind }, outputs: [...before, output] };
};

export const refuseOutput = (state: State, codes: OutputOf<"refuse">["codes"], replan: boolean): OutputOf<"refuse"> => {
  const turn = state.turn;
  const unexecuted = turn === undefined ? 0 : Math.max(turn.planned.proposals.length - turn.index, 0);
  return {
    kind: "refuse",
    codes: [...codes],
    replan,
    proposal: turn === undefined || unexecuted === 0 ? null : turn.index,
    unexecuted,
  };
};
