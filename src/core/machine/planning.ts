import type { MachineInput } from "../../contract/inputs.js";
import type { Planned, Proposal, SealedAction } from "../../contract/proposal.js";
import { isActive } from "../../contract/actions.js";
import { canonicalJson, type Json } from "../../base/json.js";
import { judge } from "../controls/index.js";
import type { Handler, State, Step } from "../state.js";
import { toFinalFraming } from "./completing.js";
import { endRefused } from "./ending.js";
import { actionFacts, baseFacts, lastObservation } from "./facts-of.js";
import { refuse, toFraming } from "./framing.js";
import { request } from "./requests.js";

/** Tokens that an answer costs: what it reports, or the whole reserved ceiling, never nothing. Every answer that came is charged, also one after which the run must end. */
export const chargeOf = (input: MachineInput, reserved: number): number => {
  if (input.kind !== "planned") return 0;
  const { usage } = input.answer;
  return usage.report === "reported" ? usage.inputTokens + usage.outputTokens : reserved;
};

const blinded = (value: unknown): Json =>
  JSON.parse(
    JSON.stringify(value, (key, inner: unknown) =>
      key === "commitment" || key === "unknown" || key === "sameAsPrevious" ? undefined : inner,
    ),
  ) as Json;

const allSame = (value: unknown): boolean => !JSON.stringify(value).includes('"sameAsPrevious":false');

/** Whether two turns propose the same. Commitments of equal texts differ, so text equality is an input of its own. */
const sameTurn = (previous: Planned | undefined, current: Planned): boolean =>
  previous !== undefined &&
  current.endTurn === previous.endTurn &&
  canonicalJson(blinded(current.proposals)) === canonicalJson(blinded(previous.proposals)) &&
  allSame(current.proposals);

export const planning: Handler<"planned"> = (state, { answer }) => {
  const repeated = state.planFrameEqual && sameTurn(state.lastPlanned, answer);
  const charged: State = {
    ...state,
    repeats: repeated ? state.repeats + 1 : 1,
    lastPlanned: answer,
    turn: { planned: answer, index: 0 },
  };
  const codes = judge("planned", {
    ...baseFacts(charged),
    usage: answer.usage,
    thoughtUs: state.at - state.askedToPlanAt,
    repeats: charged.repeats,
  });
  if (codes.length > 0) return endRefused(charged, codes);
  if (answer.truncated || (answer.proposals.length === 0 && !answer.endTurn)) return refuse(charged, ["action_malformed"]);
  return nextProposal(charged);
};

/** Takes up the turn's next proposal, or what follows the last one. */
export const nextProposal = (state: State): Step => {
  const { turn } = state;
  const proposal = turn?.planned.proposals[turn.index];
  if (turn === undefined || proposal === undefined)
    return turn?.planned.endTurn === true ? toFinalFraming(state) : toFraming(state);
  return propose(state, proposal, turn.index);
};

export const advance = (state: State): Step =>
  nextProposal(state.turn === undefined ? state : { ...state, pending: {}, turn: { ...state.turn, index: state.turn.index + 1 } });

const propose = (state: State, proposal: Proposal, index: number): Step => {
  const active = proposal.form === "malformed" || isActive(proposal.action.type);
  const codes = judge(active ? "propose" : "look", actionFacts(state, lastObservation(state)));
  if (codes.length > 0) return refuse(state, codes);
  if (proposal.form === "action" && !active) return look(state, proposal.action);
  return request(state, "resolving", "resolve", { proposal: index });
};

/** An observing action: no admission, no budget unit. The next frame, which the planner gets anyway, is its answer. */
const look = (state: State, action: SealedAction): Step =>
  action.type === "wait" ? request({ ...state, resume: "next" }, "waiting", "wait", { ms: action.ms }) : advance(state);
