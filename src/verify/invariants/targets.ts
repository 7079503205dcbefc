import type { Observation, ViewableTarget } from "../../contract/observation.js";
import type { ComputerUseRunPolicy } from "../../contract/policy.js";

/** The target where it is a window of the policy, under its exact title, in its listed application. */
export const allowedTarget = (policy: ComputerUseRunPolicy, { target }: Observation): ViewableTarget | undefined => {
  if (target.state !== "viewable" || target.tuple === null) return undefined;
  const tuple = policy.windows[target.tuple];
  const titled = target.title !== null && "policyIndex" in target.title ? policy.windows[target.title.policyIndex] : undefined;
  const application =
    target.application !== null && "policyIndex" in target.application
      ? policy.applications[target.application.policyIndex]
      : undefined;
  const fits =
    tuple !== undefined &&
    tuple.windowId === target.window &&
    tuple.title === titled?.title &&
    tuple.application === application?.path;
  return fits ? target : undefined;
};

/** Whether the focus is the target or inside it; or in a popup of its own client, where the policy lets one be acted in. */
export const focusInside = (policy: ComputerUseRunPolicy, { focus, popups }: Observation, target: ViewableTarget): boolean => {
  if (focus.kind !== "window") return false;
  const { ancestry } = focus;
  if (ancestry.includes(target.window)) return true;
  return (
    policy.popups === "same-client" && popups.some(({ window, client }) => client === target.client && ancestry.includes(window))
  );
};

/** What makes a window that very window. */
const identityOf = ({ window, client, pid, startTicks }: ViewableTarget): string => [window, client, pid, startTicks].join();
const placeOf = ({ geometry: { x, y, width, height } }: ViewableTarget): string => [x, y, width, height].join();

/**
 * What is wrong with observations that must all show one allowed, focused window, at one place, that is the window of `opening`,
 * wherever it was then. Empty where nothing is.
 */
export const misfits = (
  policy: ComputerUseRunPolicy,
  observations: readonly Observation[],
  opening: readonly Observation[] = [],
): readonly string[] => {
  const targets = observations.map((seen) => allowedTarget(policy, seen));
  const first = opening.map((seen) => allowedTarget(policy, seen));
  const identities = new Set([...first, ...targets].map((target) => (target === undefined ? "" : identityOf(target))));
  const places = new Set(targets.map((target) => (target === undefined ? "" : placeOf(target))));
  const unfocused = observations.some((seen, index) => {
    const target = targets[index];
    return target !== undefined && !focusInside(policy, seen, target);
  });
  return [
    ...(targets.includes(undefined) || first.includes(undefined) ? ["the target is no window of the policy"] : []),
    ...(unfocused ? ["the focus is not in the target"] : []),
    ...(identities.size > 1 ? ["the target is not one and the same window"] : []),
    ...(places.size > 1 ? ["the target moved between the observations"] : []),
  ];
};
