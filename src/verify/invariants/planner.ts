import { broken, type Law } from "./transcript.js";

/** The planner is no confirmer, no verifier of completion, and not the one who checked independently (A26, A51). */
export const planner: Law = ({ policy, producer, independentBy, entries }) => {
  const first = entries[0];
  if (first === undefined) return [];
  const { run, action, stepUp } = policy.confirmers;
  const trusted = [...run, ...action, ...stepUp, ...policy.completion.verifiers, ...independentBy];
  return trusted.includes(producer.planner)
    ? [broken(first, `the planner ${producer.planner} is also one who decides, verifies or checks`)]
    : [];
};
