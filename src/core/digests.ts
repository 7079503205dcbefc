import { canonicalJson, type Json } from "../base/json.js";
import { sha256Hex } from "../base/crypto/digest.js";
import type { Allowlists, Attestation } from "../contract/attestation.js";
import type { ComputerUseRunPolicy } from "../contract/policy.js";
import type { ActionPreview, RunPreview } from "../contract/preview.js";
import type { SealedAction } from "../contract/proposal.js";

/** SHA-256 of a domain string, a NUL, and the RFC 8785 form of the value: no digest can be taken for one of another kind. */
const digestOf = (domain: string, value: unknown): string => sha256Hex(`deskgate/${domain}/v1\0${canonicalJson(value as Json)}`);

export const policyDigest = (policy: ComputerUseRunPolicy): string => digestOf("policy", policy);
export const runPreviewDigest = (preview: RunPreview): string => digestOf("run-preview", preview);
export const actionPreviewDigest = (preview: ActionPreview): string => digestOf("action-preview", preview);
/** What a step-up signs: its own digest of the same preview, so that the action's decision cannot serve as the step-up (A19). */
export const stepUpDigest = (previewDigest: string): string => digestOf("step-up", { previewDigest });
export const primitiveDigest = (action: SealedAction): string => digestOf("primitive", action);
export const attestationDigest = (attestation: Attestation): string => digestOf("attestation", attestation);

/** The exact effective allowlists of a policy, one digest a list (A9). */
export const policyAllowlists = (policy: ComputerUseRunPolicy): Allowlists => ({
  applications: digestOf("allowlist-applications", policy.applications),
  origins: digestOf("allowlist-origins", policy.network.origins),
  reads: digestOf("allowlist-reads", policy.files.read),
  writes: digestOf("allowlist-writes", policy.files.write),
});
