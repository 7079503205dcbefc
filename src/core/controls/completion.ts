import { compact, type Control } from "../facts.js";

/** A verifier that the policy names, not the model, says that every required check passed, with evidence (A26, A27). */
export const completion: Control = ({ policy, completion: given }) => {
  if (given === undefined) return ["completion_unknown"];
  if (given === "absent") return ["completion_model_only"];
  const required = policy.completion.requiredChecks.map((_, index) => given.checks.filter((check) => check.required === index));
  return compact([
    required.some((checks) => checks.some((check) => !check.passed)) && "completion_check_failed",
    required.some((checks) => checks.length === 0) && "completion_check_missing",
    given.checks.some((check) => check.evidenceDigest === null) && "completion_evidence_invalid",
    given.verifier === null && "completion_verifier_not_allowed",
  ]);
};
