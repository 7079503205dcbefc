import type { RawDecision } from "../../contract/decision.js";

type Question = { readonly preview: { readonly nonce: string }; readonly digest: string };
const answer =
  (decision: "approve" | "deny", actor: string, expiresAtMs: number) =>
  async ({ preview, digest }: Question): Promise<RawDecision> => ({
    decision,
    actor,
    nonce: preview.nonce,
    previewDigest: digest,
    expiresAtMs,
  });

/** Says yes to every preview, as `actor`. For tests: a host asks a person. */
export const approving = (actor: string, expiresAtMs: number) => answer("approve", actor, expiresAtMs);
/** Says no to every preview, as `actor`. */
export const denying = (actor: string, expiresAtMs: number) => answer("deny", actor, expiresAtMs);
