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

/** What makes a window that very window: XIDs and process ids are reused. */
const identityOf = ({ window, client, pid, startTicks }: ViewableTarget): string => [window, client, pid, startTicks].join();
const placeOf = ({ geometry: { x, y, width, height } }: ViewableTarget): string => [x, y, width, height].join();

const differ = (targets: readonly (ViewableTarget | undefined)[], by: (target: ViewableTarget) => string): boolean =>
  new Set(targets.flatMap((target) => (target === undefined ? [] : [by(target)]))).size > 1;

/**
 * What is wrong with observations that must all show one allowed, focused window, at one place. `bound` is the observation that the
 * run was opened on: the window must still be that very one, though it may have moved since.
 */
export const misfits = (
  policy: ComputerUseRunPolicy,
  observations: readonly Observation[],
  bound: Observation | undefined,
): readonly string[] => {
  const targets = observations.map((seen) => allowedTarget(policy, seen));
  const opened = bound === undefined ? undefined : allowedTarget(policy, bound);
  const unfocused = observations.some((seen, index) => {
    const target = targets[index];
    return target !== undefined && !focusInside(policy, seen, target);
  });
  return [
    ...(targets.includes(undefined) ? ["the target is no window of the policy"] : []),
    ...(unfocused ? ["the focus is not in the target"] : []),
    ...(differ([opened, ...targets], identityOf) ? ["the target is not the window that the run was opened on"] : []),
    ...(differ(targets, placeOf) ? ["the target moved between the observations"] : []),
  ];
};
