import { expect, test } from "vitest";
import { hexFromBytes, utf8Bytes } from "../../src/base/bytes.ts";
import { sha256Bytes } from "../../src/base/crypto/digest.ts";
import {
  consistencyProof,
  inclusionProof,
  leafHash,
  merkleRoot,
  verifyConsistency,
  verifyInclusion,
} from "../../src/base/merkle.ts";

const leaves = Array.from({ length: 33 }, (_, index) => leafHash(sha256Bytes, utf8Bytes(`leaf ${index}`)));
const rootOf = (size: number) => merkleRoot(sha256Bytes, leaves.slice(0, size));
const leafAt = (index: number) => leaves[index] ?? new Uint8Array();

test("the empty tree has the hash of nothing (RFC 6962, 2.1)", () => {
  expect(hexFromBytes(merkleRoot(sha256Bytes, []))).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(hexFromBytes(leafHash(sha256Bytes, new Uint8Array()))).toBe(
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  );
});

test("every leaf of every tree up to 33 is proved, and at no other place", () => {
  for (let size = 1; size <= leaves.length; size += 1)
    for (let index = 0; index < size; index += 1) {
      const proof = inclusionProof(sha256Bytes, index, leaves.slice(0, size));
      const claim = { index, size, leaf: leafAt(index), root: rootOf(size) };
      expect(verifyInclusion(sha256Bytes, claim, proof)).toBe(true);
      expect(verifyInclusion(sha256Bytes, { ...claim, index: size > 1 ? (index + 1) % size : 1 }, proof)).toBe(false);
      expect(verifyInclusion(sha256Bytes, { ...claim, leaf: leafAt((index + 1) % 33) }, proof)).toBe(false);
      expect(verifyInclusion(sha256Bytes, claim, [...proof, leafAt(0)])).toBe(false);
      if (proof.length > 0) expect(verifyInclusion(sha256Bytes, claim, proof.slice(1))).toBe(false);
    }
});

test("every prefix of every tree up to 33 is proved, and a changed one is not", () => {
  for (let second = 1; second <= leaves.length; second += 1)
    for (let first = 1; first <= second; first += 1) {
      const proof = consistencyProof(sha256Bytes, first, leaves.slice(0, second));
      const claim = { first, second, firstRoot: rootOf(first), secondRoot: rootOf(second) };
      expect(verifyConsistency(sha256Bytes, claim, proof)).toBe(true);
      expect(verifyConsistency(sha256Bytes, { ...claim, firstRoot: leafHash(sha256Bytes, rootOf(first)) }, proof)).toBe(false);
      expect(verifyConsistency(sha256Bytes, { ...claim, secondRoot: leafHash(sha256Bytes, rootOf(first)) }, proof)).toBe(false);
      expect(verifyConsistency(sha256Bytes, claim, [...proof, leafAt(0)])).toBe(false);
    }
});

test("sizes that are none are refused", () => {
  const root = rootOf(2);
  for (const index of [-1, 2, 0.5, Number.NaN])
    expect(verifyInclusion(sha256Bytes, { index, size: 2, leaf: leafAt(0), root }, [leafAt(1)])).toBe(false);
  expect(verifyConsistency(sha256Bytes, { first: 2, second: 1, firstRoot: root, secondRoot: root }, [])).toBe(false);
  expect(verifyConsistency(sha256Bytes, { first: 0, second: 2, firstRoot: root, secondRoot: root }, [])).toBe(false);
  expect(() => inclusionProof(sha256Bytes, 2, leaves.slice(0, 2))).toThrow("leaf of the tree");
  expect(() => consistencyProof(sha256Bytes, 0, leaves.slice(0, 2))).toThrow("smaller tree");
});
