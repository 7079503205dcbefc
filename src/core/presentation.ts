import { sha256Hex } from "../base/crypto/digest.js";
import { canonicalJson, type Json } from "../base/json.js";
import type { ActionPreview } from "../contract/preview.js";
import { actionPreviewDigest, stepUpDigest } from "./digests.js";
import { characters } from "./seal/text.js";

/** What a confirmer is shown besides the sealed preview. Transient: it is never recorded (A21). */
export type Presentation = {
  readonly text: string;
  /** 64 hex digits: the salt of this one commitment. */
  readonly salt: string;
  /** In Unicode code points. */
  readonly textLength: number;
  readonly textHash: string;
};

/** The commitment to a text under its salt. */
export const openCommitment = (salt: string, text: string): string =>
  sha256Hex(`deskgate/commitment/v1\0${canonicalJson([salt, text] as Json)}`);

const sealedText = (preview: ActionPreview) => {
  const { action } = preview;
  if ("text" in action) return action.text;
  return "key" in action && "text" in action.key ? action.key.text : undefined;
};

/**
 * Whether what a host shows to a person is what the decision, or the step-up, will sign: the digest fits the preview, and the text opens the
 * preview's commitment. A host calls it before it asks.
 */
export const checkPresentation = (preview: ActionPreview, digest: string, presentation: Presentation | undefined): boolean => {
  const own = actionPreviewDigest(preview);
  if (digest !== own && digest !== stepUpDigest(own)) return false;
  const sealed = sealedText(preview);
  if (sealed === undefined) return presentation === undefined;
  return (
    presentation !== undefined &&
    openCommitment(presentation.salt, presentation.text) === sealed.commitment &&
    presentation.textHash === sealed.commitment &&
    presentation.textLength === characters(presentation.text)
  );
};
