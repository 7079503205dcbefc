import type { Observation } from "../../contract/observation.js";
import type { ComputerUseRunPolicy } from "../../contract/policy.js";
import type { RefusalCode } from "../../contract/refusals.js";
import type { Control, Identity } from "../facts.js";

const judge = (policy: ComputerUseRunPolicy, { target }: Observation): readonly RefusalCode[] => {
  if (target.state === "gone") return ["window_gone"];
  if (target.state === "unknown") return ["target_unknown"];
  const tuple = target.tuple === null ? undefined : policy.windows[target.tuple];
  if (tuple === undefined || tuple.windowId !== target.window) return ["window_not_allowed"];
  if (target.title === null) return ["target_unknown"];
  const shown = "policyIndex" in target.title ? policy.windows[target.title.policyIndex]?.title : undefined;
  return shown === tuple.title ? [] : ["title_mismatch"];
};

const same = (a: Identity, b: Identity): boolean =>
  a.window === b.window && a.client === b.client && a.pid === b.pid && a.startTicks === b.startTicks;

const samePlace = (a: Identity, b: Identity): boolean =>
  a.geometry.x === b.geometry.x &&
  a.geometry.y === b.geometry.y &&
  a.geometry.width === b.geometry.width &&
  a.geometry.height === b.geometry.height;

/**
 * The target is one of the policy's windows with exactly its title, and still the very window that was attested: XIDs are
 * reused, so client, process and start time count too (A3, A8, A13). It may have moved since it was attested, but not between
 * the observations that must agree.
 */
export const window: Control = ({ policy, observations, bound }) => {
  if (observations === undefined || observations.length === 0) return ["target_unknown"];
  const identities = observations.flatMap(({ target }) => (target.state === "viewable" ? [target] : []));
  const [first] = identities;
  const changed =
    first !== undefined && identities.some((identity) => !same(bound ?? first, identity) || !samePlace(first, identity));
  return [...observations.flatMap((seen) => judge(policy, seen)), ...(changed ? (["target_changed"] as const) : [])];
};
