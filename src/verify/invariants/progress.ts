import { canonicalJson, type Json } from "../../base/index.js";
import { bounds } from "../../contract/bounds.js";
import type { Planned } from "../../contract/proposal.js";
import { actsAfter, allOf, before, broken, lastOf, type Law } from "./transcript.js";

/** A turn without what differs between equal texts: the commitments. */
const shapeOf = ({ proposals, endTurn }: Planned): string => {
  const strip = (value: Json): Json => {
    if (Array.isArray(value)) return value.map((item) => strip(item));
    if (typeof value !== "object" || value === null) return value;
    const kept = Object.entries(value).filter(([key]) => key !== "commitment" && key !== "sameAsPrevious" && key !== "unknown");
    return Object.fromEntries(kept.map(([key, inner]) => [key, strip(inner)]));
  };
  return canonicalJson(strip({ proposals, endTurn }));
};

const differsInText = (value: Planned): boolean => canonicalJson(value.proposals).includes('"sameAsPrevious":false');

/** A planner that proposes the same on the same frame for the third time is stopped. */
export const progress: Law = (transcript) => {
  const { entries } = transcript;
  let [last, repeats, frameId] = ["", 0, -1];
  return allOf(entries, "planned").flatMap((turn) => {
    const planned = lastOf(before(entries, turn), "plan");
    const frame = planned === undefined ? undefined : lastOf(before(entries, planned), "captured")?.body.frame;
    const sameFrame = frame?.equal === true && frame.comparedTo === frameId;
    const shape = shapeOf(turn.body.answer);
    repeats = sameFrame && shape === last && !differsInText(turn.body.answer) ? repeats + 1 : 1;
    [last, frameId] = [shape, frame?.id ?? -1];
    return repeats >= bounds.repeatsMax && actsAfter(transcript, turn) !== undefined
      ? [broken(turn, `it is the same proposal for the ${repeats}rd time, and the run went on`)]
      : [];
  });
};
