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

/**
 * What a dispatch came to was answered as the table says: with its refusal, and with the end where it may not be tried again (A23).
 * That nothing is sent twice follows from the laws of `journal` and `reuse`: a dispatch stands right behind its own admission.
 */
export const outcome: Law = (transcript) =>
  allOf(transcript.entries, "dispatched").flatMap((sent) => {
    const codes = codesOf(sent);
    const next = transcript.entries[sent.seq + 1];
    const told =
      codes.length === 0 || (is(next, "refuse") && (!next.body.replan || codes.every((code) => next.body.codes.includes(code))));
    const final = codes.some((code) => !refusals[code].replan) && actsAfter(transcript, sent) !== undefined;
    return [
      ...(told ? [] : [broken(sent, "it was not answered with its refusal")]),
      ...(final ? [broken(sent, "it ends a run, and the run went on")] : []),
    ];
  });
