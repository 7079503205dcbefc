import { misfits } from "./targets.js";
import { allOf, before, broken, is, lastOf, type Entry, type Law, type Transcript } from "./transcript.js";

/** Observations around the last capture before an event; for an admission also around the frame that was planned on. */
const around = ({ entries }: Transcript, entry: Entry) => {
  const earlier = before(entries, entry);
  const planned = is(entry, "journal") ? lastOf(earlier, "plan") : undefined;
  const captures = [planned === undefined ? undefined : lastOf(before(entries, planned), "captured"), lastOf(earlier, "captured")];
  return captures.flatMap((captured) => (captured === undefined ? [] : [captured.body.before, captured.body.after]));
};

/** The window that the run was opened for: all others must be that very one. */
const opening = ({ entries }: Transcript) => {
  const first = allOf(entries, "observed")[0]?.body.observation;
  return first === undefined ? [] : [first];
};

/** Whatever was previewed, planned, done or verified on was one allowed window with the focus in it, before and after its frame (A8, A13). */
export const target: Law = (transcript) => {
  const { policy, entries } = transcript;
  return entries.flatMap((entry) => {
    if (is(entry, "previewRun")) {
      const seen = [...opening(transcript), entry.body.preview.target];
      return misfits(policy, seen).map((says) => broken(entry, says));
    }
    if (!is(entry, "plan") && !is(entry, "journal") && !is(entry, "verifyCompletion")) return [];
    const seen = around(transcript, entry);
    if (seen.length === 0) return [broken(entry, "no frame was captured before it")];
    return misfits(policy, seen, opening(transcript)).map((says) => broken(entry, says));
  });
};
