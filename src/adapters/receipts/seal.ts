import { base64FromBytes, canonicalJson, utf8Bytes, type Json } from "../../base/index.js";
import { preAuthentication, type Signer } from "../../base/crypto/signature.js";
import { bundleMediaType, payloadType, type Bundle, type Envelope } from "../../contract/receipt/index.js";

/** Signs exactly these payload bytes (DSSE v1.0.2). */
export const sealEnvelope = (payload: Uint8Array, signer: Signer): Envelope => ({
  payload: base64FromBytes(payload),
  payloadType,
  signatures: [{ keyid: signer.keyId, sig: base64FromBytes(signer.sign(preAuthentication(payloadType, payload))) }],
});

/** The same envelope for Sigstore's tools. */
export const bundleOf = (envelope: Envelope): Bundle => ({
  mediaType: bundleMediaType,
  verificationMaterial: { publicKey: { hint: envelope.signatures[0].keyid }, tlogEntries: [] },
  dsseEnvelope: envelope,
});

export const canonicalBytes = (value: unknown): Uint8Array => utf8Bytes(canonicalJson(value as Json));
