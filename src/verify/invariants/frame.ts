import { allOf, breaches, type Kind, type Law } from "./transcript.js";

const usedFor: readonly (Kind | undefined)[] = ["plan", "journal", "verifyCompletion"];

/** A capture on which something was planned, done or verified is a new one: under an id of its own, not from the future, and of the whole display where that is the policy's scope. */
export const frame: Law = ({ policy, entries }) => {
  const seen = new Set<number>();
  return allOf(entries, "captured").flatMap((captured) => {
    const { frame: facts, after } = captured.body;
    const again = seen.has(facts.id);
    seen.add(facts.id);
    if (!usedFor.includes(entries[captured.seq + 1]?.body.kind)) return [];
    const whole = facts.width === after.display.width && facts.height === after.display.height;
    return breaches(
      captured,
      [again, `frame ${facts.id} was captured before`],
      [facts.capturedAtUs > captured.at, `it was captured at ${facts.capturedAtUs} us, after it was handed over`],
      [policy.frame.scope === "display" && !whole, "it is not of the whole display"],
    );
  });
};
