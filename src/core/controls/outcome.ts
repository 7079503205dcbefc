import { codeOfDifference, type DispatchOutcome } from "../../contract/dispatch.js";
import type { RefusalCode } from "../../contract/refusals.js";

/** What a dispatch outcome says of the action, as refusal codes; none when it was sent and delivered to the target's client. */
export const outcomeCodes = (outcome: DispatchOutcome): readonly RefusalCode[] => {
  if (outcome.outcome === "precondition_failed") return outcome.differences.map((name) => codeOfDifference[name]);
  // `deliveredTo: "none"` is known, and harmless: no client had asked for such events at that place.
  if (outcome.outcome === "dispatched") return [];
  return [outcome.outcome];
};
