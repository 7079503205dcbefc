import { stepUpDigest } from "../../core/digests.js";
import { unapproved } from "./decisions.js";
import { allOf, before, broken, lastOf, wallMsAt, type Episode, type Law, type Transcript, type Violation } from "./transcript.js";

/** Answers between a preview and its admission; each must be there, for this very preview, and not yet expired at the admission. */
const approvedBy = (
  transcript: Transcript,
  { preview, after }: Episode,
  kind: "actionDecided" | "steppedUp",
  actors: number,
): readonly Violation[] => {
  const admitted = allOf(after, "journal")[0];
  if (admitted === undefined) return [];
  const answers = allOf(before(transcript.entries, admitted).slice(preview.seq), kind);
  const digest = kind === "steppedUp" ? stepUpDigest(preview.body.digest) : preview.body.digest;
  const wanted = { digest, nonce: preview.body.preview.nonce, actors };
  const says = unapproved(answers.at(-1)?.body.answer, wanted, wallMsAt(transcript, admitted));
  return says.map((text) => broken(admitted, `${kind === "steppedUp" ? "the step-up" : "the action's decision"}: ${text}`));
};

/** An admitted action with an effect outside has a new, explicit, actor-bound decision of its own (A18). */
export const decision: Law = (transcript) =>
  transcript.episodes
    .filter(({ preview }) => preview.body.preview.effects.class !== "none")
    .flatMap((episode) => approvedBy(transcript, episode, "actionDecided", transcript.policy.confirmers.action.length));

/** A destructive or irreversible one has a step-up as well (A19). */
export const stepUp: Law = (transcript) =>
  transcript.episodes
    .filter(({ preview }) => ["destructive", "irreversible"].includes(preview.body.preview.effects.class ?? ""))
    .flatMap((episode) => approvedBy(transcript, episode, "steppedUp", transcript.policy.confirmers.stepUp.length));

/** After the last decision on an action, target and focus were observed again before its fresh frame (A13). */
export const reobservation: Law = ({ episodes }) =>
  episodes.flatMap(({ after }) => {
    const admitted = allOf(after, "journal")[0];
    const decided = [...allOf(after, "actionDecided"), ...allOf(after, "steppedUp")].toSorted((a, b) => a.seq - b.seq).at(-1);
    if (admitted === undefined || decided === undefined) return [];
    const observed = lastOf(
      after.filter(({ seq }) => seq < admitted.seq),
      "observed",
    );
    return observed !== undefined && observed.seq > decided.seq
      ? []
      : [broken(admitted, "nothing was observed after the decision")];
  });
