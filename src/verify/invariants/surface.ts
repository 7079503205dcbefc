import type { Rect } from "../../contract/forms.js";
import type { Observation, Surface, ViewableTarget } from "../../contract/observation.js";
import type { ComputerUseRunPolicy } from "../../contract/policy.js";
import type { SealedAction, SealedPoint } from "../../contract/proposal.js";
import { before, breaches, broken, lastOf, allOf, type Law, type Transcript } from "./transcript.js";
import { allowedTarget } from "./targets.js";

export const pointsIn = (action: SealedAction): readonly SealedPoint[] =>
  "path" in action ? action.path : "point" in action ? [action.point] : [];

const holds = ({ x, y, width, height }: Rect, at: { x: number; y: number }): boolean =>
  at.x >= x && at.y >= y && at.x < x + width && at.y < y + height;

/** Whether a point's pixels are among those that the policy lets change unseen. */
const isIgnored = ({ policy }: Transcript, seen: Observation, point: SealedPoint): boolean => {
  if ("commitment" in point) return point.inIgnored;
  const { target } = seen;
  const origin = point.space === "window" && target.state === "viewable" ? target.geometry : { x: 0, y: 0 };
  return policy.frame.ignore.some((rect) => holds(rect, { x: point.x + origin.x, y: point.y + origin.y }));
};

/** Whether one thing that lay there is the target, or a popup of its own client where the policy lets that be. */
const isTargets = (policy: ComputerUseRunPolicy, after: Observation, target: ViewableTarget, seen: Surface): boolean => {
  if (seen.kind !== "window" || seen.client !== target.client) return false;
  const popup = after.popups.find(({ window }) => window !== target.window && seen.chain.includes(window));
  return popup === undefined
    ? seen.chain.includes(target.window)
    : policy.popups === "same-client" && popup.client === target.client;
};

/** What lay at each of an admitted action's points was the target, or its own popup where the policy lets that be (A3). */
export const surface: Law = (transcript) => {
  const { policy, entries } = transcript;
  return allOf(entries, "journal").flatMap((admitted) => {
    const points = pointsIn(admitted.body.admission.action);
    const captured = lastOf(before(entries, admitted), "captured")?.body;
    if (points.length === 0) return [];
    const target = captured === undefined ? undefined : allowedTarget(policy, captured.after);
    if (captured === undefined || target === undefined) return [broken(admitted, "no target was seen before it")];
    const { after, surface: first, surfaces = [] } = captured;
    const seen = first === null ? [] : [first, ...surfaces];
    if (seen.length < points.length || seen.some(({ kind }) => kind === "unknown"))
      return [broken(admitted, "it is not known what lay at its point")];
    return breaches(
      admitted,
      [!seen.every((one) => isTargets(policy, after, target, one)), "what lay at its point was not the target's"],
      [points.some((point) => isIgnored(transcript, after, point)), "its point lies where pixels are not compared"],
    );
  });
};
