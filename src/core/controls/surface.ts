import { contains } from "../../contract/forms.js";
import type { Surface, ViewableTarget } from "../../contract/observation.js";
import type { SealedPoint } from "../../contract/proposal.js";
import { sortRefusals, type RefusalCode } from "../../contract/refusals.js";
import { compact, lastViewable, type Control, type Facts } from "../facts.js";
import { pointsOf } from "../points.js";

const ignored = (facts: Facts, point: SealedPoint): boolean => {
  if ("commitment" in point) return point.inIgnored;
  const target = lastViewable(facts);
  const offset = point.space === "window" ? target?.geometry : { x: 0, y: 0 };
  if (offset === undefined) return false;
  return facts.policy.frame.ignore.some((rect) => contains(rect, point.x + offset.x, point.y + offset.y));
};

/** What is wrong with what lies at one of the points. */
const misplaced = (facts: Facts, target: ViewableTarget, seen: Surface | null | undefined): RefusalCode | false => {
  if (seen === undefined || seen === null || seen.kind === "unknown") return "surface_unknown";
  if (seen.kind === "root") return "point_not_in_target";
  const popup = facts.observations
    ?.at(-1)
    ?.popups.find((entry) => seen.chain.includes(entry.window) && entry.window !== target.window);
  if (popup !== undefined) {
    const allowed = facts.policy.popups === "same-client" && popup.client === target.client && seen.client === target.client;
    return !allowed && "popup_not_allowed";
  }
  const own = seen.chain.includes(target.window) && seen.client === target.client;
  return !own && "point_not_in_target";
};

/**
 * What lies at the point, and at every point of a drag, is the target itself (or its own popup, where the policy says so), and its pixels
 * are compared.
 */
export const surface: Control = (facts) => {
  const points = facts.action === undefined ? [] : pointsOf(facts.action);
  if (points.length === 0) return [];
  const inIgnored = points.some((point) => ignored(facts, point)) && "point_in_ignored_region";
  const target = lastViewable(facts);
  if (target === undefined) return compact(["surface_unknown", inIgnored]);
  const seen = [facts.surface, ...(facts.surfaces ?? [])];
  // One look for each point: a point that was not looked at is not known to be the target's.
  const wrong = points.map((_, nth) => misplaced(facts, target, seen[nth]));
  return sortRefusals(compact([...wrong, inIgnored]));
};
