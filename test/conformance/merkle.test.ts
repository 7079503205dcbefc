import { expect, test } from "vitest";
import { sha256Bytes } from "../../src/base/crypto/digest.ts";
import { verifyConsistency, verifyInclusion } from "../../src/base/merkle.ts";
import { filesBelow, readJson } from "./vectors.ts";

type Inclusion = { leafIdx: number; treeSize: number; root: string; leafHash: string; proof: string[] | null; wantErr: boolean };
type Consistency = { size1: number; size2: number; root1: string; root2: string; proof: string[] | null; wantErr: boolean };

const bytes = (base64: string | null): Uint8Array => new Uint8Array(Buffer.from(base64 ?? "", "base64"));
const list = (proof: string[] | null): Uint8Array[] => (proof ?? []).map((item) => bytes(item));

// The folders `subtree…` are for proofs of subtrees, which RFC 6962 does not have and deskgate does not use.
test.each(filesBelow("merkle", "inclusion"))("inclusion, %s", (name) => {
  const { leafIdx, treeSize, root, leafHash, proof, wantErr } = readJson("merkle", "inclusion", name) as Inclusion;
  const claim = { index: leafIdx, size: treeSize, leaf: bytes(leafHash), root: bytes(root) };
  expect(verifyInclusion(sha256Bytes, claim, list(proof))).toBe(!wantErr);
});

test.each(filesBelow("merkle", "consistency"))("consistency, %s", (name) => {
  const { size1, size2, root1, root2, proof, wantErr } = readJson("merkle", "consistency", name) as Consistency;
  const claim = { first: size1, second: size2, firstRoot: bytes(root1), secondRoot: bytes(root2) };
  expect(verifyConsistency(sha256Bytes, claim, list(proof))).toBe(!wantErr);
});
