import { codeOfDifference } from "../../contract/dispatch.js";
import { refusals, type RefusalCode } from "../../contract/refusals.js";
import { actsAfter, allOf, broken, is, type Entry, type EntryOf, type Law, type Transcript } from "./transcript.js";

/** Codes of an outcome; none for what was sent and reached nobody else. What ended half-way has those of what stopped it. */
const codesOf = ({ body: { outcome, journaled } }: EntryOf<"dispatched">): readonly RefusalCode[] => {
  const end = outcome.outcome === "partial" ? outcome.stoppedBy : outcome;
  return [
    ...(end.outcome === "precondition_failed"
      ? end.differences.map((name) => codeOfDifference[name])
      : end.outcome === "dispatched"
        ? []
        : [end.outcome]),
    ...(journaled ? [] : (["journal_unavailable"] as const)),
  ];
};

/** What answers a dispatch: the next event; or, where something was sent in part, what comes once that has been looked at. */
const answerTo = ({ entries }: Transcript, { seq, body }: EntryOf<"dispatched">): Entry | undefined => {
  const next = entries[seq + 1];
  return body.outcome.outcome === "partial" && is(next, "checkEffects") ? entries[seq + 3] : next;
};

/** An outcome that can be: parts of a whole that has parts, and a text read by what reads one. */
const isPossible = (transcript: Transcript, { seq, body: { outcome } }: EntryOf<"dispatched">): boolean => {
  const asked = transcript.entries[seq - 1];
  const type = is(asked, "dispatch") ? asked.body.admission.action.type : undefined;
  if (outcome.outcome === "partial")
    return (type === "type" || type === "drag" || type === "hold_key") && outcome.segmentsSent < outcome.segments;
  return outcome.outcome !== "dispatched" || (outcome.clipboard !== undefined) === (type === "clipboard_read");
};

/**
 * What a dispatch came to was answered as the table says: with its refusal, and with the end where it may not be tried again (A23).
 * That nothing is sent twice follows from the laws of `journal` and `reuse`: a dispatch stands right behind its own admission.
 */
export const outcome: Law = (transcript) =>
  allOf(transcript.entries, "dispatched").flatMap((sent) => {
    const codes = codesOf(sent);
    const next = answerTo(transcript, sent);
    const told =
      codes.length === 0 || (is(next, "refuse") && (!next.body.replan || codes.every((code) => next.body.codes.includes(code))));
    const final = codes.some((code) => !refusals[code].replan) && actsAfter(transcript, sent) !== undefined;
    return [
      ...(isPossible(transcript, sent) ? [] : [broken(sent, "such an action does not come to that")]),
      ...(told ? [] : [broken(sent, "it was not answered with its refusal")]),
      ...(final ? [broken(sent, "it ends a run, and the run went on")] : []),
    ];
  });
