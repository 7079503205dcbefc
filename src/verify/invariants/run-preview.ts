import { canonicalJson, type Json } from "../../base/index.js";
import { domainDigest } from "../../base/crypto/domain-digest.js";
import { after, allOf, before, breaches, broken, lastOf, type Law } from "./transcript.js";

const text = (value: unknown): string => canonicalJson(value as Json);

/** One run preview, with the complete authority and budgets, its digest and the nonce of its attestation, before any frame (A15). */
export const runPreview: Law = ({ policy, entries }) => {
  const shown = allOf(entries, "previewRun");
  const [first] = shown;
  const early = allOf(first === undefined ? entries : before(entries, first), "capture");
  const twice = shown.slice(1).map((entry) => broken(entry, "the run was previewed twice"));
  const unshown = early.map((entry) => broken(entry, "a frame was captured before the run was previewed"));
  if (first === undefined) return [...unshown, ...twice];
  const { preview, digest } = first.body;
  const nonce = lastOf(before(entries, first), "attested")?.body.nonce;
  const asked = allOf(after(entries, first), "decideRun")[0]?.body;
  return [
    ...unshown,
    ...twice,
    ...breaches(
      first,
      [text(preview.authority) !== text(policy), "its authority is not the whole policy"],
      [digest !== domainDigest("run-preview", preview), "its digest is not that of the preview"],
      [preview.nonce !== nonce, "its nonce is not the one that was drawn for it"],
      [asked !== undefined && (asked.digest !== digest || asked.nonce !== preview.nonce), "what was asked for is another preview"],
    ),
  ];
};
