import type { Decision } from "../../contract/decision.js";

/** What a decision has to be for: a preview's digest and nonce, and how many actors the policy lists for it. */
export type Asked = { readonly digest: string; readonly nonce: string; readonly actors: number };

/** Why an answer is no approval of exactly this, at this wall time (ms). Empty where it is one. */
export const unapproved = (answer: Decision | "absent" | undefined, asked: Asked, wallMs: number): readonly string[] => {
  if (answer === undefined || answer === "absent") return ["there is none"];
  const { actor } = answer;
  return [
    ...(answer.decision === "approve" ? [] : ["it is a denial"]),
    ...("policyIndex" in actor && actor.policyIndex < asked.actors ? [] : ["its actor is not listed"]),
    ...(answer.previewDigest === asked.digest ? [] : ["it is for another digest"]),
    ...(answer.nonce === asked.nonce ? [] : ["it is for another nonce"]),
    ...(wallMs < answer.expiresAtMs ? [] : ["it had expired"]),
  ];
};
