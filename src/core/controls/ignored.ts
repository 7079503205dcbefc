import { bounds } from "../../contract/bounds.js";
import type { Rect } from "../../contract/forms.js";
import { lastScope, type Control } from "../facts.js";

/** Pixels of `rect` that lie inside `area`. */
const overlap = (rect: Rect, area: Rect): number => {
  const width = Math.min(rect.x + rect.width, area.x + area.width) - Math.max(rect.x, area.x);
  const height = Math.min(rect.y + rect.height, area.y + area.height) - Math.max(rect.y, area.y);
  return Math.max(width, 0) * Math.max(height, 0);
};

/**
 * What the policy leaves out of the comparison is a small part of the scope: ignoring the whole screen would turn the comparison
 * off. Rectangles that overlap count twice, to the policy's cost. How large the scope is shows only in the observation.
 */
export const ignored: Control = (facts) => {
  const area = lastScope(facts);
  // Without a target there is no scope to measure; the controls of the target say so.
  if (area === undefined) return [];
  const covered = facts.policy.frame.ignore.reduce((sum, rect) => sum + overlap(rect, area), 0);
  return covered * 100 > area.width * area.height * bounds.ignoredAreaPercentMax ? ["policy_invalid"] : [];
};
