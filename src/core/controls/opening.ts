import { compact, type Control } from "../facts.js";

/** The run may begin: its id is new, the display is ours, and what the policy grants exists here (A49). */
export const opening: Control = ({ policy, opened }) => {
  if (opened === undefined) return ["journal_unavailable"];
  // A run that the ledger does not hold takes no display: there is no lease to judge.
  const lease = opened.journal === "opened" ? opened.lease : "held";
  return compact([
    policy.actions.some((type) => !opened.supported.includes(type)) && "policy_invalid",
    opened.journal === "reused" && "run_id_reused",
    lease === "busy" && "display_busy",
    lease === "unknown" && "display_unknown",
    policy.network.origins.length > 0 && !opened.egressGate && "egress_gate_absent",
    opened.journal === "unavailable" && "journal_unavailable",
  ]);
};
