import * as z from "zod";
import { bytesFromBase64 } from "../../base/base64.js";
import { canonicalJson } from "../../base/json.js";
import { utf8Text } from "../../base/bytes.js";
import { algorithms, isPublicKey, keyIdOf, type PublicKey } from "../../base/crypto/signature.js";
import { digest } from "../forms.js";
import { receiptBytesMax } from "./layout.js";

export const keyRoles = ["run", "observer", "verifier", "checkpoint", "fixture"] as const;
export const keyRole = z.enum(keyRoles);
export type KeyRole = z.infer<typeof keyRole>;

/** One trusted key. Its algorithm stands here and is never read from what it signed. */
const trustedKey = z.strictObject({
  keyId: digest,
  algorithm: z.enum(algorithms),
  role: keyRole,
  /** SubjectPublicKeyInfo in DER, base64. */
  publicKey: z.string().max(256),
});
const trustFile = z.strictObject({ trustVersion: z.literal(1), keys: z.array(trustedKey).max(1024) });
export type TrustFile = z.infer<typeof trustFile>;

export type TrustedKey = PublicKey & { readonly keyId: string; readonly role: KeyRole };
export type Trust = readonly TrustedKey[];
export type TrustParse =
  | { readonly ok: true; readonly trust: Trust; readonly file: TrustFile }
  | { readonly ok: false; readonly problem: string };

const no = (problem: string): TrustParse => ({ ok: false, problem: `trust file: ${problem}` });

/** The one readable form of a trust file: what `deskgate keys new` writes. */
export const trustText = (file: TrustFile): string => `${JSON.stringify(JSON.parse(canonicalJson(file)), null, 2)}\n`;

/**
 * Reads a trust file. It must be byte for byte what `trustText` writes: trust is edited by the tool, so that a key that is
 * listed twice with two roles, or a second `role` in one entry, cannot hide in it.
 */
export const parseTrust = (bytes: Uint8Array): TrustParse => {
  if (bytes.length > receiptBytesMax.trust) return no(`it has ${bytes.length} bytes; at most ${receiptBytesMax.trust} are read`);
  const text = utf8Text(bytes);
  if (text === undefined) return no("it is not UTF-8");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return no("it is not JSON");
  }
  const parsed = trustFile.safeParse(value);
  if (!parsed.success)
    return no(`${parsed.error.issues[0]?.path.join(".") ?? ""}: ${parsed.error.issues[0]?.message ?? "another shape"}`);
  if (trustText(parsed.data) !== text) return no("it is not in the form that `deskgate keys new` writes; let that command edit it");
  return keysOf(parsed.data);
};

const keysOf = (file: TrustFile): TrustParse => {
  const trust: TrustedKey[] = [];
  for (const { keyId, algorithm, role, publicKey } of file.keys) {
    const spki = bytesFromBase64(publicKey);
    if (spki === undefined || !isPublicKey({ algorithm, spki }))
      return no(`key ${keyId}: publicKey is not a sound ${algorithm} key in base64 of its DER`);
    if (keyIdOf(spki) !== keyId) return no(`key ${keyId}: the SHA-256 of its publicKey is ${keyIdOf(spki)}`);
    if (trust.some((other) => other.keyId === keyId)) return no(`key ${keyId}: it is listed twice; one key has one role`);
    trust.push({ keyId, algorithm, role, spki });
  }
  return { ok: true, trust, file };
};
