import { parseUtc } from "../../contract/time.js";
import { allOf, broken, wallMsAt, type Law } from "./transcript.js";

/** Nothing was planned, admitted or dispatched when the policy's wall-clock end had passed (A49). */
export const expiry: Law = (transcript) => {
  const { entries, policy } = transcript;
  const end = parseUtc(policy.notAfter) ?? 0;
  return [...allOf(entries, "previewRun"), ...allOf(entries, "plan"), ...allOf(entries, "journal"), ...allOf(entries, "dispatch")]
    .filter((entry) => wallMsAt(transcript, entry) >= end)
    .map((entry) => broken(entry, `it came after ${policy.notAfter}`));
};
