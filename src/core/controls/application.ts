import type { Observation } from "../../contract/observation.js";
import type { ComputerUseRunPolicy } from "../../contract/policy.js";
import type { RefusalCode } from "../../contract/refusals.js";
import type { Control } from "../facts.js";

const judge = (policy: ComputerUseRunPolicy, { target }: Observation): readonly RefusalCode[] => {
  if (target.state !== "viewable") return [];
  if (target.application === null) return ["application_unknown"];
  if (!("policyIndex" in target.application)) return ["application_not_allowed"];
  const path = policy.applications[target.application.policyIndex]?.path;
  const tuple = target.tuple === null ? undefined : policy.windows[target.tuple];
  // The executable must be the one of this very window's tuple, not just any listed one.
  return path === undefined || (tuple !== undefined && tuple.application !== path) ? ["application_not_allowed"] : [];
};

/** The target's executable, as the target sees it, is the one that its window tuple names (A2, A3). */
export const application: Control = ({ policy, observations }) =>
  (observations ?? []).flatMap((observation) => judge(policy, observation));
