// Whether what a dispatch said is what others saw. Knows the claims, and nothing of how they come about.
import type { Answer, DispatchOutcome } from "../../../native/index.js";
import type { Counts } from "./stage.ts";

/** What was claimed: how the dispatch ended, to whom, and which clients it names. `undefined`: it could not even be planned. */
export type Claim = {
  readonly code: string;
  readonly deliveredTo?: string;
  readonly named: readonly number[];
};

export const claimOf = (answer: Answer<DispatchOutcome>): Claim => {
  if (!answer.ok) return { code: answer.fault.code, named: [] };
  const { value } = answer;
  const named = "deliveries" in value ? value.deliveries.map(({ clientBase }) => clientBase) : [];
  return { code: value.outcome, named, ...("deliveredTo" in value ? { deliveredTo: value.deliveredTo } : {}) };
};

export type Seen = Counts & {
  /** Events that an act of this kind makes. */
  readonly whole: number;
  readonly thiefBase: number;
  readonly targetBase: number;
  /** Of a paste: whether the target has exactly the text. */
  readonly pasted: boolean | undefined;
  /** Keys and buttons that are down afterwards. */
  readonly down: number;
};

const said = new Set(["outcome_unknown", "delivery_unknown", "connection_lost"]);
const sentToTarget = new Set(["dispatched", "grab_pierced", "paste_hijacked", "paste_unanswered"]);

/** What is wrong with the claim, or nothing. */
export const wrongOf = ({ code, deliveredTo, named }: Claim, seen: Seen): string | undefined => {
  if (seen.down > 0) return `${seen.down} keys or buttons are down`;
  if (said.has(code)) return undefined;
  if (code === "misdelivered") {
    if (seen.thief > 0 && !named.includes(seen.thiefBase)) return `the other client got ${seen.thief} events, and is not named`;
    if (seen.target > 0 && !named.includes(seen.targetBase)) return `the target got ${seen.target} events, and is not named`;
    return undefined;
  }
  if (seen.thief > 0) return `the other client got ${seen.thief} events`;
  if (!sentToTarget.has(code))
    return seen.target + seen.raw > 0 ? `${seen.target} events at the target, ${seen.raw} raw` : undefined;
  if (code === "dispatched" && deliveredTo !== "target") return `it was delivered to ${deliveredTo}`;
  // A pierced grab is noticed before or after sending.
  if (code === "grab_pierced" && seen.target === 0) return undefined;
  if (seen.target !== seen.whole) return `${seen.target} events at the target, not ${seen.whole}`;
  if (code === "dispatched" && seen.pasted === false) return "the target has another text";
  return undefined;
};
