import { expect, test } from "vitest";
import { hmacSha256Hex } from "../../src/base/crypto/digest.ts";
import { verifySignature, type PublicKey } from "../../src/base/crypto/signature.ts";
import { hex, readJson, wycheproof } from "./vectors.ts";

type Signed = { msg: string; sig: string };
type Group = { publicKeyDer: string };

test.each(wycheproof<Group, Signed>("ed25519_test.json"))("wycheproof Ed25519, $title", ({ publicKeyDer, msg, sig, result }) =>
  expect(verifySignature({ algorithm: "ed25519", spki: hex(publicKeyDer) }, hex(msg), hex(sig))).toBe(result === "valid"),
);

// Only the DER form: deskgate neither writes nor reads P1363 signatures, and derives nothing by HKDF.
test.each(wycheproof<Group, Signed>("ecdsa_secp256r1_sha256_test.json"))(
  "wycheproof P-256, $title",
  ({ publicKeyDer, msg, sig, result }) =>
    expect(verifySignature({ algorithm: "p256", spki: hex(publicKeyDer) }, hex(msg), hex(sig))).toBe(result === "valid"),
);

test.each(wycheproof<{ tagSize: number }, { key: string; msg: string; tag: string }>("hmac_sha256_test.json"))(
  "wycheproof HMAC, $title",
  ({ key, msg, tag, tagSize, result }) =>
    expect(hmacSha256Hex(hex(key), hex(msg)).slice(0, tagSize / 4) === tag).toBe(result === "valid"),
);

type EdgeCase = { number: number; key: string; sig: string; msg: string; flags: readonly string[] | null };
/** Where verifiers of Ed25519 differ, deskgate takes the strictest reading: one encoding a point, no small order, no cofactor. */
const refused = ["low_order_A", "low_order_R", "low_order_residue", "non_canonical_A", "non_canonical_R"];
const spki = (key: string): PublicKey => ({ algorithm: "ed25519", spki: hex(`302a300506032b6570032100${key}`) });

test.each(readJson("cctv", "ed25519vectors.json") as EdgeCase[])("CCTV Ed25519, $number", ({ key, sig, msg, flags }) =>
  expect(verifySignature(spki(key), Buffer.from(msg), hex(sig))).toBe(!(flags ?? []).some((flag) => refused.includes(flag))),
);
