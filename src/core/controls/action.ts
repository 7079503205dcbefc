import type { SealedAction, SealedChord, SealedPoint } from "../../contract/proposal.js";
import { primitiveMax } from "../../contract/bounds.js";
import { isReservedChord, parseChord } from "../../contract/keys.js";
import { compact, lastScope, lastViewable, type Control, type Facts } from "../facts.js";
import { pointsOf } from "../points.js";

const outOfRange = (facts: Facts, point: SealedPoint): boolean => {
  if ("commitment" in point) return !point.inRange;
  const display = facts.observations?.at(-1)?.display;
  const area = point.space === "display" ? display : lastViewable(facts)?.geometry;
  return area === undefined || point.x < 0 || point.y < 0 || point.x >= area.width || point.y >= area.height;
};

const regionOutside = (facts: Facts, action: SealedAction): boolean => {
  if (action.type !== "zoom") return false;
  // A planner that is shown the window alone does not get to see past its edges by zooming.
  const area = lastScope(facts);
  const { x, y, width, height } = action.region;
  return area === undefined || x < area.x || y < area.y || x + width > area.x + area.width || y + height > area.y + area.height;
};

const tooLong = (action: SealedAction): boolean => {
  switch (action.type) {
    case "wait":
      return action.ms > primitiveMax.waitMs;
    case "click":
      return action.count > primitiveMax.clickCount;
    case "key":
      return action.repeat > primitiveMax.keyRepeat;
    case "hold_key":
      return action.ms > primitiveMax.holdMs;
    case "scroll":
      return Math.abs(action.dx) + Math.abs(action.dy) > primitiveMax.scrollClicks;
    case "drag":
      return action.path.length > primitiveMax.dragPoints || action.durationMs > primitiveMax.dragMs;
    case "type":
    case "paste":
      return !action.text.withinBound;
    case "screenshot":
    case "zoom":
    case "cursor_position":
    case "pointer_move":
    case "pointer_down":
    case "pointer_up":
    case "clipboard_read":
      return false;
  }
};

const keyUnknown = (key: SealedChord): boolean => "unknown" in key || ("chord" in key && parseChord(key.chord) === undefined);
const keyReserved = (key: SealedChord): boolean => {
  const chord = "chord" in key ? parseChord(key.chord) : undefined;
  return chord !== undefined && isReservedChord(chord);
};

/** The proposal is an action of the closed set, listed by the policy, within one primitive's bounds (A4, A47, A54). */
export const action: Control = (facts) => {
  const { proposal, policy } = facts;
  if (proposal === undefined || proposal.form === "malformed") return ["action_malformed"];
  const given = proposal.action;
  const key = "key" in given ? given.key : undefined;
  return compact([
    !policy.actions.includes(given.type) && "action_type_not_allowed",
    tooLong(given) && "action_bound_exceeded",
    (pointsOf(given).some((point) => outOfRange(facts, point)) || regionOutside(facts, given)) && "coordinate_out_of_range",
    key !== undefined && keyUnknown(key) && "key_not_known",
    key !== undefined && keyReserved(key) && "key_chord_reserved",
  ]);
};
