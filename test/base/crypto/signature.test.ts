import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { utf8Bytes } from "../../../src/base/bytes.ts";
import {
  algorithms,
  generateSigner,
  isPublicKey,
  keyIdOf,
  preAuthentication,
  signerFromPem,
  verifySignature,
} from "../../../src/base/crypto/signature.ts";

const message = utf8Bytes("what is signed");
const flip = (bytes: Uint8Array, at: number): Uint8Array => bytes.map((byte, index) => (index === at ? byte ^ 1 : byte));

describe.each(algorithms)("%s", (algorithm) => {
  const { signer, pem } = generateSigner(algorithm);
  const signature = signer.sign(message);

  test("signs, and its private key signs again after a round through PEM", () => {
    const again = signerFromPem(pem);
    expect(again?.keyId).toBe(keyIdOf(signer.spki));
    expect(verifySignature(signer, message, again?.sign(message) ?? new Uint8Array())).toBe(true);
  });
  test("every byte of the signature and a byte of the message count", () => {
    for (let at = 0; at < signature.length; at += 1) expect(verifySignature(signer, message, flip(signature, at))).toBe(false);
    expect(verifySignature(signer, flip(message, 3), signature)).toBe(false);
    expect(verifySignature(signer, message, Uint8Array.from([...signature, 0]))).toBe(false);
    expect(verifySignature(signer, message, signature.subarray(1))).toBe(false);
  });
  test("another key's signature is none", () =>
    expect(verifySignature(generateSigner(algorithm).signer, message, signature)).toBe(false));
  test("a key in another encoding, or taken for the other algorithm, is none", () => {
    expect(isPublicKey({ algorithm, spki: Uint8Array.from([...signer.spki, 0]) })).toBe(false);
    expect(isPublicKey({ algorithm: algorithm === "p256" ? "ed25519" : "p256", spki: signer.spki })).toBe(false);
    expect(isPublicKey({ algorithm, spki: flip(signer.spki, 4) })).toBe(false);
  });
});

test("a P-256 point off the curve, and an Ed25519 point of small order, are no keys", () => {
  const p256 = generateSigner("p256").signer.spki;
  expect(isPublicKey({ algorithm: "p256", spki: flip(p256, 90) })).toBe(false);
  const spki = generateSigner("ed25519").signer.spki.map((byte, index) => (index < 12 ? byte : 0));
  expect(isPublicKey({ algorithm: "ed25519", spki })).toBe(false);
});

test("private keys of other algorithms, and other texts, are refused", () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "secp256k1" });
  expect(signerFromPem(privateKey.export({ format: "pem", type: "pkcs8" }) as string)).toBeUndefined();
  expect(signerFromPem("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n")).toBeUndefined();
});

test("the pre-authentication encoding is the one of the DSSE specification's example", () => {
  const encoded = preAuthentication("http://example.com/HelloWorld", utf8Bytes("hello world"));
  expect(Buffer.from(encoded).toString()).toBe("DSSEv1 29 http://example.com/HelloWorld 11 hello world");
});
