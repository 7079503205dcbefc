import { isActive } from "../../contract/actions.js";
import { unapproved } from "./decisions.js";
import { allOf, before, broken, lastOf, wallMsAt, type Law } from "./transcript.js";

/** A run that can act or reach outside was approved before its first frame; one that only looks asked nobody (A16, A17). */
export const runDecision: Law = (transcript) => {
  const { policy, entries } = transcript;
  const granted = policy.network.origins.length + policy.files.read.length + policy.files.write.length > 0;
  const asked = allOf(entries, "decideRun");
  if (!granted && !policy.actions.some((type) => isActive(type)))
    return asked.map((entry) => broken(entry, "a run that only looks asks nobody"));
  const first = allOf(entries, "capture")[0];
  if (first === undefined) return [];
  const earlier = before(entries, first);
  const preview = lastOf(earlier, "previewRun")?.body;
  const decided = lastOf(earlier, "runDecided");
  if (preview === undefined || decided === undefined) return [broken(first, "no decision on the run came before it")];
  const wanted = { digest: preview.digest, nonce: preview.preview.nonce, actors: policy.confirmers.run.length };
  return unapproved(decided.body.answer, wanted, wallMsAt(transcript, decided)).map((says) =>
    broken(decided, `the run decision: ${says}`),
  );
};
