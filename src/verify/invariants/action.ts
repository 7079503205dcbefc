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

/** The size of a primitive and the greatest it may have (A47). */
const sizes = (action: SealedAction): readonly (readonly [number, number])[] => {
  if (action.type === "click") return [[action.count, primitiveMax.clickCount]];
  if (action.type === "key") return [[action.repeat, primitiveMax.keyRepeat]];
  if (action.type === "hold_key") return [[action.ms, primitiveMax.holdMs]];
  if (action.type === "scroll")
    return [
      [Math.abs(action.dx), primitiveMax.scrollClicks],
      [Math.abs(action.dy), primitiveMax.scrollClicks],
    ];
  if (action.type === "drag")
    return [
      [action.path.length, primitiveMax.dragPoints],
      [action.durationMs, primitiveMax.dragMs],
    ];
  return [];
};

const isTooLarge = (action: SealedAction): boolean =>
  sizes(action).some(([size, most]) => size > most) ||
  ("text" in action && !action.text.withinBound) ||
  ("key" in action && "text" in action.key && !action.key.text.withinBound);

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
