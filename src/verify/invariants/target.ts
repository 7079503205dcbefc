import { misfits } from "./targets.js";
import { allOf, before, broken, is, lastOf, type Entry, type Law } from "./transcript.js";

/** Observations around the last capture before an event. */
const around = (earlier: readonly Entry[]) => {
  const captured = lastOf(earlier, "captured")?.body;
  return captured === undefined ? [] : [captured.before, captured.after];
};

/** Around the frame that the planner was given last: a point that it chose is a place on that frame. */
const planned = (earlier: readonly Entry[]) => {
  const plan = lastOf(earlier, "plan");
  return plan === undefined ? [] : around(earlier.slice(0, plan.seq));
};

/**
 * Whatever was previewed, planned, done or verified on was one allowed window with the focus in it, before and after its frame; and
 * what was done was done where it was planned (A8, A13).
 */
export const target: Law = ({ policy, entries }) => {
  const opened = allOf(entries, "observed")[0]?.body.observation;
  return entries.flatMap((entry) => {
    const earlier = before(entries, entry);
    const judge = (seen: Parameters<typeof misfits>[1]) => misfits(policy, seen, opened).map((says) => broken(entry, says));
    if (is(entry, "previewRun")) return judge([entry.body.preview.target]);
    if (!is(entry, "plan") && !is(entry, "journal") && !is(entry, "verifyCompletion")) return [];
    const seen = around(earlier);
    if (seen.length === 0) return [broken(entry, "no frame was captured before it")];
    return judge(is(entry, "journal") ? [...planned(earlier), ...seen] : seen);
  });
};
