import { assert } from "../../base/assert.js";
import { faults } from "../../contract/faults.js";
import type { InputKind, InputOf, MachineInput, RequestKind } from "../../contract/inputs.js";
import type { RefusalCode } from "../../contract/refusals.js";
import { expiry } from "../controls/expiry.js";
import type { State, Step } from "../state.js";
import { endCancelled, endFailed, endRefused, ending } from "./ending.js";
import { baseFacts } from "./facts-of.js";
import { refuse, retryFraming } from "./framing.js";
import { runEndUs } from "./requests.js";

/** Which input answers which request. */
export const answers = {
  open: "opened",
  observe: "observed",
  attest: "attested",
  decideRun: "runDecided",
  capture: "captured",
  plan: "planned",
  resolve: "resolved",
  decideAction: "actionDecided",
  stepUp: "steppedUp",
  journal: "journaled",
  dispatch: "dispatched",
  checkEffects: "effectsChecked",
  verifyCompletion: "completionChecked",
  sealFrame: "frameSealed",
  wait: "waited",
  release: "released",
  cleanUp: "cleanedUp",
} as const satisfies Record<RequestKind, InputKind>;

/** A request that failed is a fact that could not be observed: the `..._unknown` code of its kind. */
const unknownCode = {
  open: "display_unknown",
  observe: "target_unknown",
  attest: "attestation_unknown",
  decideRun: "run_decision_unknown",
  capture: "frame_unknown",
  plan: "budget_thinking_time",
  resolve: "effects_unknown",
  decideAction: "decision_unknown",
  stepUp: "step_up_unknown",
  journal: "journal_unavailable",
  dispatch: "outcome_unknown",
  checkEffects: "effects_unknown",
  verifyCompletion: "completion_unknown",
  sealFrame: "frame_unknown",
  wait: "clock_unknown",
  release: "outcome_unknown",
  cleanUp: "outcome_unknown",
} as const satisfies Record<RequestKind, RefusalCode>;

/** A capture asks the host to observe, too: when it was the hook that failed, it was the target that could not be observed. */
const codeOf = ({ during, fault }: InputOf<"faulted">): RefusalCode =>
  during === "capture" && (fault === "hook_failed" || fault === "hook_malformed") ? "target_unknown" : unknownCode[during];

const faulted = (state: State, input: InputOf<"faulted">): Step => {
  if (faults[input.fault].fatal) return endFailed(state);
  // Before the run is confirmed there is no frame to plan on, and without the frame's seal or the wait there is no going on.
  const early = state.phase === "observing" || state.phase === "opening";
  if (early || state.phase === "sealing" || state.phase === "checking") return endRefused(state, [codeOf(input)]);
  if (state.phase === "framing") return retryFraming(state, [codeOf(input)]);
  return refuse(state, [codeOf(input)]);
};

/** A commitment that came is taken, also where the run must end with it: it is asked for once, and stands in the record once. */
const sealTaken = (state: State, input: MachineInput): State => {
  if (input.kind !== "frameSealed") return state;
  const { unsealed: _, ...sealed } = state;
  return sealed;
};

/**
 * What holds in every phase: the input answers the last request, time runs forward, the host may cancel, the run's time ends,
 * and the world may fail. Answers `undefined` when the phase itself is to go on.
 */
export const common = (state: State, input: MachineInput): Step | undefined => {
  assert(state.awaiting !== null && state.phase !== "closed", "a closed run takes no input");
  const answersLast = input.kind === answers[state.awaiting] || (input.kind === "faulted" && input.during === state.awaiting);
  assert(answersLast || input.kind === "cancelled", "an input answers the last request");
  if (state.phase === "ending") {
    assert(input.kind !== "cancelled", "an ended run is not cancelled");
    return ending(state);
  }
  const known = sealTaken(state, input);
  if (input.clock === "unknown" || input.at < state.at) return endRefused(known, ["clock_unknown"]);
  if (input.kind === "cancelled") return endCancelled(known, input.abortedAt);
  if (state.at >= runEndUs(state)) return endRefused(known, ["budget_duration"]);
  const expired = expiry(baseFacts(state));
  if (expired.length > 0 && state.phase !== "opening") return endRefused(known, expired);
  return input.kind === "faulted" ? faulted(state, input) : undefined;
};
