import { requestMsMax } from "../contract/bounds.js";
import type { FaultCode } from "../contract/faults.js";
import type { MachineInput } from "../contract/inputs.js";
import type { MachineOutput } from "../contract/outputs.js";
import { freeze } from "../contract/plain.js";
import { begin, step, type State } from "../core/index.js";
import type { RunContext } from "./context.js";
import { faultOf } from "../contract/errors.js";
import { noteProblem } from "./problems.js";
import { opening, perform, type Answer, type Request } from "./perform/index.js";
import { Interruption } from "./interruption.js";
import type { Clock } from "./ports.js";

/** Called after each step with what went in and what came out. */
export type OnStep = (input: MachineInput, outputs: readonly MachineOutput[], state: State) => void;

const isRequest = (output: MachineOutput | undefined): output is Request => output !== undefined && "untilUs" in output;

const keepShown = ({ vault }: RunContext, outputs: readonly MachineOutput[]): void => {
  for (const output of outputs) {
    if (output.kind === "previewRun") vault.runPreview = { preview: output.preview, digest: output.digest };
    if (output.kind === "previewAction") vault.actionPreview = { preview: output.preview, digest: output.digest };
    if (output.kind === "refuse" && output.proposal !== null) vault.stoppedAt = output.proposal;
  }
};

/** What a failure of the thing asked counts as, when it was not said more exactly. */
const failureOf = (kind: Request["kind"] | "open"): FaultCode =>
  kind === "plan"
    ? "planner_failed"
    : kind === "capture" || kind === "dispatch" || kind === "release" || kind === "sealFrame"
      ? "native_failed"
      : "hook_failed";

/** Resolves when an answer no longer counts: an answer at exactly `untilUs` still does. */
const expiry = async (request: Request | typeof opening, clock: Clock, signal: AbortSignal): Promise<void> =>
  clock.deadline(("untilUs" in request ? request.untilUs : clock.monotonicUs() + requestMsMax.open * 1000) + 1, signal);

/**
 * What a signal says once its request is over. One for all: each request ends two signals, and an error of its own for each, with
 * its stack, costs more than the machine's step.
 */
const over = new DOMException("the request is over; its answer no longer counts", "AbortError");

/** Performs one request, bounded by its deadline and by the host's signal; whichever comes first is the machine's next input. */
const answerTo = async (request: Request | typeof opening, run: RunContext, interruption: Interruption): Promise<Answer> => {
  const { clock } = run.ports;
  // A signal that fired while the last step was taken: the request is not even begun, or a dispatch would still go out.
  if (interruption.abortedAt !== undefined) return { kind: "cancelled", abortedAt: interruption.abortedAt };
  const inner = new AbortController();
  const late = new AbortController();
  const faulted = (fault: FaultCode): Answer => ({ kind: "faulted", during: request.kind, fault });
  let unwatch = (): void => undefined;
  try {
    return await new Promise<Answer>((resolve) => {
      // Whatever comes after the first is dropped: late answers of an abandoned request reach nobody.
      unwatch = interruption.watch((abortedAt) => resolve({ kind: "cancelled", abortedAt }));
      perform(request, run, inner.signal).then(resolve, (error: unknown) => {
        if (!inner.signal.aborted) noteProblem(run, error);
        resolve(faulted(faultOf(error, failureOf(request.kind))));
      });
      // A deadline that cannot be kept is one that was missed: without it a request could last for ever.
      expiry(request, clock, late.signal).then(
        () => resolve(faulted("deadline")),
        () => resolve(faulted("deadline")),
      );
    });
  } finally {
    unwatch();
    late.abort(over);
    inner.abort(over);
  }
};

/** Monotonic and wall time of an input. A clock that fails is said to have failed, and time stands still. */
const stamp = (run: RunContext, answer: Answer, last: number): MachineInput => {
  try {
    const at = run.ports.clock.monotonicUs();
    const wallMs = run.ports.clock.wallMs();
    if (Number.isSafeInteger(at) && Number.isSafeInteger(wallMs) && at >= last && wallMs >= 0)
      return { ...answer, at, wallMs, clock: "ok" };
  } catch {
    // The machine refuses on an unknown clock; why the host's clock failed is the host's to know.
  }
  return { ...answer, at: last, wallMs: 0, clock: "unknown" };
};

/** The drive loop: the only place that awaits between steps, and it decides nothing. */
export const drive = async (run: RunContext, signal: AbortSignal, onStep: OnStep): Promise<State> => {
  const interruption = new Interruption(signal, run.ports.clock);
  let state = begin(run.policy, run.policyDigest);
  let request: Request | typeof opening | undefined = opening;
  try {
    while (request !== undefined) {
      const answer: Answer = await answerTo(request, run, interruption);
      const input = freeze(stamp(run, answer, state.at));
      const next: ReturnType<typeof step> = step(state, input);
      state = next.state;
      freeze(next.outputs);
      keepShown(run, next.outputs);
      onStep(input, next.outputs, state);
      if (state.phase === "ending") interruption.ignore();
      const last: MachineOutput | undefined = next.outputs.at(-1);
      request = isRequest(last) ? last : undefined;
    }
    return state;
  } finally {
    interruption.ignore();
  }
};
