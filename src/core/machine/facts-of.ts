import type { Observation } from "../../contract/observation.js";
import { stepUpDigest } from "../digests.js";
import type { DecisionFacts, Facts } from "../facts.js";
import type { Answer, State } from "../state.js";

/** The facts that every stage has. Phases add the part that they are about. */
export const baseFacts = (state: State): Facts => ({
  policy: state.policy,
  policyDigest: state.policyDigest,
  at: state.at,
  wallMs: state.wallMs,
  opened: state.opened,
  bound: state.bound,
  budget: { steps: state.steps, actions: state.actions, tokens: state.tokens, admittedAtUs: state.admittedAtUs },
});

const decisionFacts = (
  state: State,
  answer: Answer | undefined,
  digest: string | undefined,
  nonce: string | undefined,
  confirmers: readonly string[],
): DecisionFacts | undefined =>
  answer === undefined || digest === undefined || nonce === undefined
    ? undefined
    : { answer, digest, nonce, spent: state.spent, confirmers };

export const runDecisionFacts = (state: State, answer: Answer): DecisionFacts | undefined =>
  decisionFacts(state, answer, state.runPreview?.digest, state.runPreview?.nonce, state.policy.confirmers.run);

/** The facts about the action on its way, with the observations that must agree. */
export const actionFacts = (state: State, observations: readonly Observation[]): Facts => {
  const { pending, turn, policy } = state;
  const proposal = turn?.planned.proposals[turn.index];
  return {
    ...baseFacts(state),
    observations,
    proposal,
    action: proposal?.form === "action" ? proposal.action : undefined,
    attestation: state.attestation,
    effects: pending.effects,
    decision: decisionFacts(state, pending.decision, pending.digest, pending.nonce, policy.confirmers.action),
    stepUp: decisionFacts(
      state,
      pending.stepUp,
      pending.digest === undefined ? undefined : stepUpDigest(pending.digest),
      pending.nonce,
      policy.confirmers.stepUp,
    ),
    planFrame: state.planFrame,
    pendingUs: state.pendingUs,
    surface: pending.surface,
    surfaces: pending.surfaces,
  };
};

export const lastObservation = (state: State): readonly Observation[] =>
  state.observation === undefined ? [] : [state.observation];
