import { allOf, before, breaches, broken, lastOf, type Law } from "./transcript.js";

/** A run is completed by a listed verifier's word that each required check passed, with evidence, on a fresh frame (A26, A27). */
export const completion: Law = ({ policy, entries }) =>
  allOf(entries, "end").flatMap((end) => {
    if (end.body.status !== "completed") return [];
    const earlier = before(entries, end);
    const [asked, answered, captured, wanted, turn] = [
      lastOf(earlier, "verifyCompletion"),
      lastOf(earlier, "completionChecked"),
      lastOf(earlier, "captured"),
      lastOf(earlier, "capture"),
      lastOf(earlier, "planned"),
    ];
    if (
      asked === undefined ||
      captured === undefined ||
      wanted === undefined ||
      turn === undefined ||
      answered === undefined ||
      answered.body.result === "absent"
    )
      return [broken(end, "no verifier's result came before it")];
    const { result } = answered.body;
    const missing = policy.completion.requiredChecks.filter(
      (_, index) => !result.checks.some(({ required, passed }) => required === index && passed),
    );
    return breaches(
      end,
      [!turn.body.answer.endTurn, "the planner had not asked for the end"],
      [
        wanted.body.purpose !== "complete" || wanted.seq < turn.seq || captured.seq < wanted.seq,
        "no frame was captured for it after the planner's last word",
      ],
      [asked.body.frameId !== captured.body.frame.id, "it was verified on another frame"],
      [answered.seq < asked.seq, "the verifier's result is of an earlier question"],
      [result.verifier === null || result.verifier >= policy.completion.verifiers.length, "its verifier is not listed"],
      [missing.length > 0, `required checks did not pass: ${missing.join(", ")}`],
      [result.checks.some(({ required, passed }) => required !== null && !passed), "a required check failed"],
      [result.checks.some(({ evidenceDigest }) => evidenceDigest === null), "a check has no valid evidence"],
    );
  });
