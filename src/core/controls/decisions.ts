import type { Decision } from "../../contract/decision.js";
import type { RefusalCode } from "../../contract/refusals.js";
import { compact, type Control, type DecisionFacts } from "../facts.js";

/** What is wrong with a given decision; an approval by a listed actor for exactly this preview has nothing wrong with it. */
const misfit = (answer: Decision, facts: DecisionFacts, wallMs: number): readonly RefusalCode[] => {
  const { digest, nonce, spent, confirmers } = facts;
  return compact([
    !("policyIndex" in answer.actor && answer.actor.policyIndex < confirmers.length) && "decision_actor_not_allowed",
    answer.nonce !== nonce && spent.includes(answer.nonce) && "decision_replayed",
    answer.nonce === nonce && answer.previewDigest !== digest && "decision_digest_mismatch",
    answer.nonce !== nonce && !spent.includes(answer.nonce) && "decision_nonce_mismatch",
    wallMs >= answer.expiresAtMs && "decision_expired",
  ]);
};

/** The run was approved by a named actor for this very run preview (A17). */
export const runDecision: Control = ({ runDecision: given, wallMs }) => {
  if (given === undefined) return ["run_decision_unknown"];
  if (given.answer === "absent") return ["run_decision_absent"];
  return [...compact([given.answer.decision === "deny" && "run_denied"]), ...misfit(given.answer, given, wallMs)];
};

/** An action with an effect outside has a new decision of its own (A18, A20). */
export const decision: Control = ({ decision: given, effects, wallMs }) => {
  if (effects === undefined || effects.class === "none") return [];
  if (given === undefined) return ["decision_unknown"];
  if (given.answer === "absent") return ["decision_absent"];
  return [...compact([given.answer.decision === "deny" && "decision_denied"]), ...misfit(given.answer, given, wallMs)];
};

/** A destructive or irreversible action has a step-up as well (A19). */
export const stepUp: Control = ({ stepUp: given, effects, wallMs }) => {
  if (effects === undefined || (effects.class !== "destructive" && effects.class !== "irreversible")) return [];
  if (given === undefined) return ["step_up_unknown"];
  if (given.answer === "absent") return ["step_up_absent"];
  return given.answer.decision === "deny" || misfit(given.answer, given, wallMs).length > 0 ? ["step_up_denied"] : [];
};
