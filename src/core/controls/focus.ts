import type { Observation } from "../../contract/observation.js";
import type { RefusalCode } from "../../contract/refusals.js";
import type { Control } from "../facts.js";

const judge = ({ focus: seen, target, popups }: Observation, samePopups: boolean): readonly RefusalCode[] => {
  if (seen.kind === "unknown") return ["focus_unknown"];
  if (seen.kind !== "window") return ["focus_root"];
  if (target.state !== "viewable") return [];
  if (seen.ancestry.includes(target.window)) return [];
  const ownPopup = popups.some((popup) => popup.client === target.client && seen.ancestry.includes(popup.window));
  return samePopups && ownPopup ? [] : ["focus_elsewhere"];
};

/** The input focus is the target or inside it, in every observation. The gate never moves it there (A13, A14). */
export const focus: Control = ({ policy, observations }) =>
  observations === undefined || observations.length === 0
    ? ["focus_unknown"]
    : observations.flatMap((observation) => judge(observation, policy.popups === "same-client"));
