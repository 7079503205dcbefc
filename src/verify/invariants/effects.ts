import { actsAfter, allOf, breaches, broken, is, type Law } from "./transcript.js";
import type { RefusalCode } from "../../contract/refusals.js";
import type { Effects } from "../../contract/effects.js";

const ownReasons: ReadonlySet<RefusalCode> = new Set(["cancelled", "budget_duration", "policy_expired", "clock_unknown"]);

const covered = (list: Effects["origins"], entries: number): boolean =>
  list.every(({ coveredBy }) => coveredBy !== null && coveredBy < entries);

/** What was previewed had its effects enumerated completely, by class, and all inside the policy (A24, A25). */
export const effects: Law = ({ policy, episodes }) =>
  episodes.flatMap(({ preview }) => {
    const given = preview.body.preview.effects;
    return breaches(
      preview,
      [!given.complete || given.class === null, "its effects are not known completely"],
      [!covered(given.origins, policy.network.origins.length), "it reaches an origin that the policy does not list"],
      [!covered(given.reads, policy.files.read.length), "it reads a file that the policy does not list"],
      [!covered(given.writes, policy.files.write.length), "it writes a file that the policy does not list"],
    );
  });

/** What changed beyond the named effects ended the run; and after what was sent and arrived, it was looked at (A25). */
export const surplus: Law = (transcript) => [
  ...allOf(transcript.entries, "effectsChecked").flatMap((checked) => {
    const { origins, writes } = checked.body.surplus;
    return origins + writes > 0 && actsAfter(transcript, checked) !== undefined
      ? [broken(checked, "something unnamed changed, and the run went on")]
      : [];
  }),
  ...allOf(transcript.entries, "dispatched").flatMap((sent) => {
    const next = transcript.entries[sent.seq + 1];
    const { outcome } = sent.body.outcome;
    const arrived = outcome === "partial" || (outcome === "dispatched" && sent.body.journaled);
    // What was sent in part is looked at before it is answered, unless the run is over for a reason of its own.
    const over = is(next, "refuse") && (outcome !== "partial" || next.body.codes.every((code) => ownReasons.has(code)));
    const ended = is(next, "end") || over;
    const looked = is(next, "checkEffects") || ended;
    return arrived && !looked ? [broken(sent, "what it changed was not looked at")] : [];
  }),
];
