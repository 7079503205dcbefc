import * as z from "zod";
import { bundleMediaType } from "./layout.js";

const base64 = z.string().min(1);

/** A DSSE envelope (v1.0.2) with exactly one signature, by the key that the trust file calls the run's. */
export const envelope = z.strictObject({
  payload: base64,
  payloadType: z.string().max(256),
  signatures: z.tuple([z.strictObject({ keyid: z.string().max(256), sig: base64.max(1024) })]),
});
export type Envelope = z.infer<typeof envelope>;

/** The same envelope as a Sigstore bundle with a hint at the public key, for verifiers that nobody here wrote. No log entries. */
export const bundle = z.strictObject({
  mediaType: z.literal(bundleMediaType),
  verificationMaterial: z.strictObject({
    publicKey: z.strictObject({ hint: z.string().max(256) }),
    tlogEntries: z.tuple([]),
  }),
  dsseEnvelope: envelope,
});
export type Bundle = z.infer<typeof bundle>;
