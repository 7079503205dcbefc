import { isTextChord, parseChord } from "../../contract/keys.js";
import type { SealedAction } from "../../contract/proposal.js";
import { pointsIn } from "./surface.js";
import { allOf, breaches, type Law } from "./transcript.js";

const isClearText = (action: SealedAction): boolean => {
  const chord = "key" in action && "chord" in action.key ? parseChord(action.key.chord) : undefined;
  return chord !== undefined && isTextChord(chord);
};

/** A key that types a character is text, and text stands only as a commitment; so do points where the policy seals them (A21). */
export const sealing: Law = ({ policy, entries }) =>
  allOf(entries, "planned").flatMap((turn) => {
    const actions = turn.body.answer.proposals.flatMap((proposal) => (proposal.form === "action" ? [proposal.action] : []));
    const points = actions.flatMap((action) => pointsIn(action));
    return breaches(
      turn,
      [actions.some((action) => isClearText(action)), "a key that types a character stands in clear"],
      [
        points.some((point) => "commitment" in point !== (policy.points === "sealed")),
        `its points are not ${policy.points}, as the policy says`,
      ],
    );
  });
