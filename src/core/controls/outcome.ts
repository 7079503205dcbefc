import { codeOfDifference, type DispatchOutcome } from "../../contract/dispatch.js";
import { sortRefusals, type RefusalCode } from "../../contract/refusals.js";

/** What a dispatch outcome says of the action, as refusal codes; none when it was sent and delivered to the target's client. */
export const outcomeCodes = (outcome: DispatchOutcome): readonly RefusalCode[] => {
  if (outcome.outcome === "precondition_failed") return sortRefusals(outcome.differences.map((name) => codeOfDifference[name]));
  // Why it ended half-way; how far it got stands in the outcome.
  if (outcome.outcome === "partial") return outcomeCodes(outcome.stoppedBy);
  // `deliveredTo: "none"` is known, and harmless: no client had asked for such events at that place.
  if (outcome.outcome === "dispatched") return [];
  return [outcome.outcome];
};
