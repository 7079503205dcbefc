import { codeOfDifference } from "../../contract/dispatch.js";
import { refusals, type RefusalCode } from "../../contract/refusals.js";
import { actsAfter, allOf, broken, is, type EntryOf, type Law } from "./transcript.js";

/** Codes of an outcome; none for what was sent and reached nobody else. */
const codesOf = ({ body: { outcome, journaled } }: EntryOf<"dispatched">): readonly RefusalCode[] => [
  ...(outcome.outcome === "precondition_failed"
    ? outcome.differences.map((name) => codeOfDifference[name])
    : outcome.outcome === "dispatched"
      ? []
      : [outcome.outcome]),
  ...(journaled ? [] : (["journal_unavailable"] as const)),
];

/** Each admission is sent at most once, and what may not be tried again ended the run: no retry of any kind (A22, A23). */
export const single: Law = (transcript) => {
  const { entries } = transcript;
  const seen = new Set<number>();
  const twice = allOf(entries, "dispatch").flatMap((sent) => {
    const { admission } = sent.body.admission;
    const again = seen.has(admission);
    seen.add(admission);
    return again ? [broken(sent, `admission ${admission} was dispatched before`)] : [];
  });
  const ignored = allOf(entries, "dispatched").flatMap((outcome) => {
    const codes = codesOf(outcome);
    const next = entries[outcome.seq + 1];
    const told =
      codes.length === 0 || (is(next, "refuse") && (!next.body.replan || codes.every((code) => next.body.codes.includes(code))));
    const final = codes.some((code) => !refusals[code].replan) && actsAfter(transcript, outcome) !== undefined;
    return [
      ...(told ? [] : [broken(outcome, "its outcome was not answered with its refusal")]),
      ...(final ? [broken(outcome, "its outcome ends a run, and the run went on")] : []),
    ];
  });
  return [...twice, ...ignored];
};
