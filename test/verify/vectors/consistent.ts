import { domainDigest } from "../../../src/base/crypto/domain-digest.ts";
import type { ReceiptEvent } from "../../../src/contract/receipt/index.ts";

type Shown = { readonly digest: string; readonly nonce: string; readonly sequence: number; readonly frameId: number };

/**
 * Makes digests fit again after an edit: of attestation, previews, primitives, and wherever they are repeated. So an edit of one fact
 * is seen by the law about that fact, and not by every digest over it.
 */
export const consistent = (events: readonly ReceiptEvent[]): readonly ReceiptEvent[] => {
  let attestation = "0".repeat(64);
  let run: Shown | undefined;
  let action: Shown | undefined;
  for (const { body } of events) {
    if (body.kind === "attested" && typeof body.attestation !== "string")
      attestation = domainDigest("attestation", body.attestation);
    if (body.kind === "previewRun") {
      body.preview.attestationDigest = attestation;
      body.digest = domainDigest("run-preview", body.preview);
      run = { digest: body.digest, nonce: body.preview.nonce, sequence: 0, frameId: 0 };
    }
    if (body.kind === "previewAction") {
      body.digest = domainDigest("action-preview", body.preview);
      action = { digest: body.digest, nonce: body.preview.nonce, sequence: body.preview.sequence, frameId: body.preview.frameId };
    }
    if (body.kind === "decideRun" && run !== undefined) [body.digest, body.nonce] = [run.digest, run.nonce];
    if (body.kind === "decideAction" && action !== undefined) [body.digest, body.nonce] = [action.digest, action.nonce];
    if (body.kind === "stepUp" && action !== undefined)
      [body.digest, body.nonce] = [domainDigest("step-up", { previewDigest: action.digest }), action.nonce];
    if (body.kind === "runDecided" && body.answer !== "absent" && run !== undefined)
      [body.answer.previewDigest, body.answer.nonce] = [run.digest, run.nonce];
    if (body.kind === "actionDecided" && body.answer !== "absent" && action !== undefined)
      [body.answer.previewDigest, body.answer.nonce] = [action.digest, action.nonce];
    if (body.kind === "steppedUp" && body.answer !== "absent" && action !== undefined)
      [body.answer.previewDigest, body.answer.nonce] = [domainDigest("step-up", { previewDigest: action.digest }), action.nonce];
    if ((body.kind === "journal" || body.kind === "dispatch") && action !== undefined) {
      const { admission } = body;
      [admission.previewDigest, admission.nonce, admission.sequence, admission.frameId] = [
        action.digest,
        action.nonce,
        action.sequence,
        action.frameId,
      ];
      admission.primitiveDigest = domainDigest("primitive", admission.action);
    }
  }
  return events;
};
