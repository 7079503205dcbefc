import { allOf, before, breaches, broken, lastOf, type Entry, type Law, type Transcript } from "./transcript.js";

/** How long (us) decisions were pending between the planned frame and an admission: that time does not age the frame. */
const pendingUs = ({ entries }: Transcript, from: number, until: Entry): number => {
  let [total, askedAt] = [0, 0];
  for (const { seq, at, body } of before(entries, until)) {
    if (seq < from) continue;
    if (body.kind === "decideAction" || body.kind === "stepUp") askedAt = at;
    if (body.kind === "actionDecided" || body.kind === "steppedUp") total += at - askedAt;
  }
  return total;
};

/** Right before each admission a new capture was compared with the planned frame and equalled it, and neither was too old (A11, A12). */
export const freshFrame: Law = (transcript) => {
  const { entries, policy } = transcript;
  return allOf(entries, "journal").flatMap((admitted) => {
    const earlier = before(entries, admitted);
    const [asked, captured, planned] = [lastOf(earlier, "capture"), lastOf(earlier, "captured"), lastOf(earlier, "plan")];
    const previewed = lastOf(earlier, "previewAction");
    const onto = planned === undefined ? undefined : lastOf(before(entries, planned), "captured");
    if (asked === undefined || captured === undefined || planned === undefined || onto === undefined || previewed === undefined)
      return [broken(admitted, "no frame was planned on and captured again before it")];
    const { frame } = captured.body;
    const maxUs = policy.limits.frameAgeMsMax * 1000;
    const decided = Math.max(lastOf(earlier, "actionDecided")?.seq ?? -1, lastOf(earlier, "steppedUp")?.seq ?? -1, previewed.seq);
    const plannedAge = admitted.at - onto.body.frame.capturedAtUs - pendingUs(transcript, planned.seq, admitted);
    return breaches(
      admitted,
      [
        asked.body.purpose !== "admit" || captured.seq < asked.seq || asked.seq < decided,
        "its last frame was not captured for it, after preview and decisions",
      ],
      [
        onto.body.frame.id !== planned.body.frameId || admitted.body.admission.frameId !== planned.body.frameId,
        "it is not on the frame that was planned on",
      ],
      [frame.comparedTo !== planned.body.frameId, "its fresh frame was compared with another than the planned one"],
      [frame.equal !== true, "its fresh frame did not equal the planned one"],
      [plannedAge > maxUs, `the planned frame was ${plannedAge} us old, at most ${maxUs}`],
      [
        admitted.at - frame.capturedAtUs > maxUs,
        `the fresh frame was ${admitted.at - frame.capturedAtUs} us old, at most ${maxUs}`,
      ],
      [policy.frame.unsettled === "refuse" && !onto.body.frame.settled, "the planned frame was not at rest"],
    );
  });
};

/** The planner works on a frame that was captured for it since the last time, and after the last refusal (A12). */
export const replan: Law = ({ entries, policy }) => {
  let since = -1;
  return entries.flatMap((entry) => {
    if (entry.body.kind === "refuse") since = entry.seq;
    if (entry.body.kind !== "plan") return [];
    const earlier = before(entries, entry);
    const [asked, captured] = [lastOf(earlier, "capture"), lastOf(earlier, "captured")];
    const fresh = asked !== undefined && captured !== undefined && asked.seq > since && captured.seq > asked.seq;
    since = entry.seq;
    if (!fresh) return [broken(entry, "no frame was captured since the last planner call and refusal")];
    return breaches(
      entry,
      [asked.body.purpose !== "plan", "its frame was captured for another purpose"],
      [captured.body.frame.id !== entry.body.frameId, "it is given another frame than the one captured"],
      [policy.frame.unsettled === "refuse" && !captured.body.frame.settled, "its frame was not at rest"],
    );
  });
};
