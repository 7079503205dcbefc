import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from "node:crypto";
import { bytesFromHex, joinBytes, sameBytes } from "../bytes.js";
import { sha256Hex } from "./digest.js";
import { isSoundPoint } from "./ed25519.js";

/** Ed25519 (RFC 8032), and ECDSA over P-256 with SHA-256 (FIPS 186-5). */
export const algorithms = ["ed25519", "p256"] as const;
export type Algorithm = (typeof algorithms)[number];

/** A public key as its SubjectPublicKeyInfo (RFC 5280) in DER. The algorithm belongs to the key, never to what it signed. */
export type PublicKey = { readonly algorithm: Algorithm; readonly spki: Uint8Array };

export type Signer = PublicKey & {
  readonly keyId: string;
  /** Ed25519: 64 bytes R and S. P-256: DER of r and s. */
  sign(message: Uint8Array): Uint8Array;
};

/** The one DER prefix of each algorithm's keys; P-256 points are uncompressed. */
const prefixes = {
  ed25519: { bytes: bytesFromHex("302a300506032b6570032100"), length: 44 },
  p256: { bytes: bytesFromHex("3059301306072a8648ce3d020106082a8648ce3d03010703420004"), length: 91 },
} as const satisfies Record<Algorithm, { bytes: Uint8Array; length: number }>;

const keyOf = (spki: Uint8Array): KeyObject | undefined => {
  try {
    return createPublicKey({ key: Buffer.from(spki), format: "der", type: "spki" });
  } catch {
    return undefined;
  }
};

/** Whether bytes are exactly one key of this algorithm: one encoding, a point of the curve, and not one of small order. */
export const isPublicKey = ({ algorithm, spki }: PublicKey): boolean => {
  const { bytes, length } = prefixes[algorithm];
  if (spki.length !== length || !sameBytes(spki.subarray(0, bytes.length), bytes)) return false;
  if (algorithm === "ed25519" && !isSoundPoint(spki.subarray(bytes.length))) return false;
  return keyOf(spki) !== undefined;
};

/** A key's name: SHA-256 of its SubjectPublicKeyInfo. */
export const keyIdOf = (spki: Uint8Array): string => sha256Hex(spki);

/**
 * Whether `signature` is this key's over `message`. False for a key that is not sound, for a signature in another encoding than the
 * one DER or 64-byte form, and for Ed25519 signatures whose R is not canonical or of small order.
 */
export const verifySignature = (key: PublicKey, message: Uint8Array, signature: Uint8Array): boolean => {
  if (!isPublicKey(key)) return false;
  const object = keyOf(key.spki);
  if (object === undefined) return false;
  if (key.algorithm === "ed25519")
    return signature.length === 64 && isSoundPoint(signature.subarray(0, 32)) && verify(null, message, object, signature);
  return verify("sha256", message, { key: object, dsaEncoding: "der" }, signature);
};

const signerOf = (key: KeyObject, algorithm: Algorithm): Signer => {
  const spki = new Uint8Array(createPublicKey(key).export({ format: "der", type: "spki" }));
  const digestName = algorithm === "ed25519" ? null : "sha256";
  return { algorithm, spki, keyId: keyIdOf(spki), sign: (message) => new Uint8Array(sign(digestName, message, key)) };
};

/** The signer of a private key in PKCS #8 PEM, or `undefined` where the text is none of a supported algorithm. */
export const signerFromPem = (pem: string): Signer | undefined => {
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: pem, format: "pem" });
  } catch {
    return undefined;
  }
  if (key.asymmetricKeyType === "ed25519") return signerOf(key, "ed25519");
  const isP256 = key.asymmetricKeyType === "ec" && key.asymmetricKeyDetails?.namedCurve === "prime256v1";
  return isP256 ? signerOf(key, "p256") : undefined;
};

/** A new key pair from the operating system's randomness: the signer, and its private key as PKCS #8 PEM to be kept secret. */
export const generateSigner = (algorithm: Algorithm): { readonly signer: Signer; readonly pem: string } => {
  const { privateKey } =
    algorithm === "ed25519" ? generateKeyPairSync("ed25519") : generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { signer: signerOf(privateKey, algorithm), pem: privateKey.export({ format: "pem", type: "pkcs8" }) as string };
};

/** What a DSSE signature is over: the pre-authentication encoding of type and payload (DSSE v1.0.2), which no other pair shares. */
export const preAuthentication = (payloadType: string, payload: Uint8Array): Uint8Array =>
  joinBytes(Buffer.from(`DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} `), payload);
