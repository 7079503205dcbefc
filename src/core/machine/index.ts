import { assert } from "../../base/assert.js";
import type { InputKind, MachineInput } from "../../contract/inputs.js";
import type { Handler, Phase, State, Step } from "../state.js";
import { admitting, checking, dispatching, refreshing } from "./admitting.js";
import { common } from "./common.js";
import { completing, finalFraming } from "./completing.js";
import { deciding, reobserving, resolving, steppingUp } from "./deciding.js";
import { framing } from "./framing.js";
import { attesting, confirming, observing, opening } from "./opening.js";
import { chargeOf, planning } from "./planning.js";
import { sealing, waiting } from "./sealing.js";

type Transition = (state: State, input: MachineInput) => Step;

/** A phase takes exactly one kind of input; `common` has seen to it that no other arrives. */
const on =
  <K extends InputKind>(kind: K, handler: Handler<K>): Transition =>
  (state, input) => {
    assert(input.kind === kind, `the phase ${state.phase} takes ${kind}`);
    return handler(state, input as Extract<MachineInput, { kind: K }>);
  };

const phases: Readonly<Record<Exclude<Phase, "ending" | "closed">, Transition>> = {
  opening: on("opened", opening),
  observing: on("observed", observing),
  attesting: on("attested", attesting),
  confirming: on("runDecided", confirming),
  framing: on("captured", framing),
  planning: on("planned", planning),
  waiting: on("waited", waiting),
  resolving: on("resolved", resolving),
  deciding: on("actionDecided", deciding),
  steppingUp: on("steppedUp", steppingUp),
  reobserving: on("observed", reobserving),
  refreshing: on("captured", refreshing),
  admitting: on("journaled", admitting),
  dispatching: on("dispatched", dispatching),
  checking: on("effectsChecked", checking),
  sealing: on("frameSealed", sealing),
  finalFraming: on("captured", finalFraming),
  completing: on("completionChecked", completing),
};

/**
 * One step of a run: pure, total over the inputs that answer the last request, and the same for the live agent and for the
 * verifier. An input that does not fit is a bug of the caller (a failed assertion), never a decision.
 */
export const step = (before: State, input: MachineInput): Step => {
  const first = before.phase === "opening";
  const entered: State = {
    ...before,
    at: Math.max(before.at, input.at),
    wallMs: input.wallMs,
    startedAt: first ? input.at : before.startedAt,
    tokens: before.tokens + chargeOf(input, before.policy.limits.outputTokensPerCallMax),
  };
  const settled = common(entered, input);
  if (settled !== undefined) return settled;
  assert(before.phase !== "ending" && before.phase !== "closed", "the end has its own transitions");
  return phases[before.phase](entered, input);
};
