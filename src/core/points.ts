import type { SealedAction, SealedPoint } from "../contract/proposal.js";

/** The points of an action, in the order in which they are reached. */
export const pointsOf = (action: SealedAction): readonly SealedPoint[] => {
  if (action.type === "drag") return action.path;
  return "point" in action ? [action.point] : [];
};
