import { primitiveMax } from "../../contract/bounds.js";
import { isReservedChord, parseChord } from "../../contract/keys.js";
import type { Observation } from "../../contract/observation.js";
import type { SealedAction, SealedChord, SealedPoint } from "../../contract/proposal.js";
import { isActive } from "../../contract/actions.js";
import { pointsIn } from "./surface.js";
import { allOf, before, breaches, lastOf, type Law } from "./transcript.js";

const isOutside = (seen: Observation | undefined, point: SealedPoint): boolean => {
  if ("commitment" in point) return !point.inRange;
  const area = point.space === "display" ? seen?.display : seen?.target.state === "viewable" ? seen.target.geometry : undefined;
  return area === undefined || point.x < 0 || point.y < 0 || point.x >= area.width || point.y >= area.height;
};

/** Whether one primitive is larger than primitives may be (A47). */
const isTooLarge = (action: SealedAction): boolean => {
  switch (action.type) {
    case "click":
      return action.count > primitiveMax.clickCount;
    case "drag":
      return action.path.length > primitiveMax.dragPoints || action.durationMs > primitiveMax.dragMs;
    case "scroll":
      return Math.max(Math.abs(action.dx), Math.abs(action.dy)) > primitiveMax.scrollClicks;
    case "key":
      return action.repeat > primitiveMax.keyRepeat;
    case "hold_key":
      return action.ms > primitiveMax.holdMs;
    case "type":
    case "paste":
      return !action.text.withinBound;
    case "screenshot":
    case "zoom":
    case "cursor_position":
    case "wait":
    case "pointer_move":
    case "pointer_down":
    case "pointer_up":
    case "clipboard_read":
      return false;
  }
};

const isForbiddenChord = (key: SealedChord): boolean => {
  if ("text" in key) return false;
  const chord = "chord" in key ? parseChord(key.chord) : undefined;
  return chord === undefined || isReservedChord(chord);
};

/** An admitted action is an active one of a listed type, of a known chord, within its bounds and on the screen (A4, A47). */
export const action: Law = ({ policy, entries }) =>
  allOf(entries, "journal").flatMap((admitted) => {
    const { action: done } = admitted.body.admission;
    const seen = lastOf(before(entries, admitted), "captured")?.body.after;
    return breaches(
      admitted,
      [!isActive(done.type) || !policy.actions.includes(done.type), `${done.type} is not an action that the policy lists`],
      [isTooLarge(done), `${done.type} is larger than one primitive may be`],
      [pointsIn(done).some((point) => isOutside(seen, point)), "a point lies outside its space"],
      ["key" in done && isForbiddenChord(done.key), "its chord is not known, or belongs to the window manager"],
    );
  });
