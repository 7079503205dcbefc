import { contains } from "../../contract/forms.js";
import type { SealedPoint } from "../../contract/proposal.js";
import { compact, lastViewable, type Control, type Facts } from "../facts.js";
import { pointsOf } from "../points.js";

const ignored = (facts: Facts, point: SealedPoint): boolean => {
  if ("commitment" in point) return point.inIgnored;
  const target = lastViewable(facts);
  const offset = point.space === "window" ? target?.geometry : { x: 0, y: 0 };
  if (offset === undefined) return false;
  return facts.policy.frame.ignore.some((rect) => contains(rect, point.x + offset.x, point.y + offset.y));
};

/** What lies at the point is the target itself (or its own popup, where the policy says so), and its pixels are compared. */
export const surface: Control = (facts) => {
  const points = facts.action === undefined ? [] : pointsOf(facts.action);
  if (points.length === 0) return [];
  const inIgnored = points.some((point) => ignored(facts, point)) && "point_in_ignored_region";
  const seen = facts.surface;
  const target = lastViewable(facts);
  if (seen === undefined || seen === null || seen.kind === "unknown" || target === undefined)
    return compact([inIgnored, "surface_unknown"]);
  if (seen.kind === "root") return compact(["point_not_in_target", inIgnored]);
  const popup = facts.observations
    ?.at(-1)
    ?.popups.find((entry) => seen.chain.includes(entry.window) && entry.window !== target.window);
  if (popup !== undefined) {
    const allowed = facts.policy.popups === "same-client" && popup.client === target.client && seen.client === target.client;
    return compact([!allowed && "popup_not_allowed", inIgnored]);
  }
  const own = seen.chain.includes(target.window) && seen.client === target.client;
  return compact([!own && "point_not_in_target", inIgnored]);
};
