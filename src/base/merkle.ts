import { assert } from "./assert.js";
import { hexFromBytes, joinBytes, sameBytes } from "./bytes.js";

/**
 * The Merkle tree of RFC 6962, section 2.1, over any hash. Leaves and inner nodes are hashed under different prefixes, so that an
 * inner node can never be shown as a leaf. One implementation for events, tiles and ledger.
 */
export type Hash = (bytes: Uint8Array) => Uint8Array;

const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);

export const leafHash = (hash: Hash, leaf: Uint8Array): Uint8Array => hash(joinBytes(leafPrefix, leaf));
const nodeHash = (hash: Hash, left: Uint8Array, right: Uint8Array): Uint8Array => hash(joinBytes(nodePrefix, left, right));

/** The largest power of two smaller than `size` (at least 2). Arithmetic, not bits: sizes may pass 2^31. */
const splitOf = (size: number): number => {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
};

/** The tree's root over leaf *hashes*. The empty tree has the hash of no bytes. */
export const merkleRoot = (hash: Hash, leaves: readonly Uint8Array[]): Uint8Array => {
  const [only] = leaves;
  if (only === undefined) return hash(new Uint8Array());
  if (leaves.length === 1) return only;
  const split = splitOf(leaves.length);
  return nodeHash(hash, merkleRoot(hash, leaves.slice(0, split)), merkleRoot(hash, leaves.slice(split)));
};

/** The sibling hashes that lead from leaf `index` to the root, lowest first. */
export const inclusionProof = (hash: Hash, index: number, leaves: readonly Uint8Array[]): readonly Uint8Array[] => {
  assert(Number.isSafeInteger(index) && index >= 0 && index < leaves.length, "a proof is for a leaf of the tree");
  if (leaves.length === 1) return [];
  const split = splitOf(leaves.length);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return index < split
    ? [...inclusionProof(hash, index, left), merkleRoot(hash, right)]
    : [...inclusionProof(hash, index - split, right), merkleRoot(hash, left)];
};

/** The hashes that show that the tree over the first `size` leaves is a prefix of the whole. */
export const consistencyProof = (hash: Hash, size: number, leaves: readonly Uint8Array[]): readonly Uint8Array[] => {
  assert(Number.isSafeInteger(size) && size > 0 && size <= leaves.length, "a proof is for a smaller tree");
  return subProof(hash, size, leaves, true);
};

const subProof = (hash: Hash, size: number, leaves: readonly Uint8Array[], whole: boolean): readonly Uint8Array[] => {
  if (size === leaves.length) return whole ? [] : [merkleRoot(hash, leaves)];
  const split = splitOf(leaves.length);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return size <= split
    ? [...subProof(hash, size, left, whole), merkleRoot(hash, right)]
    : [...subProof(hash, size - split, right, false), merkleRoot(hash, left)];
};

/** Hashes of another length are none: an empty leaf would else equal an empty root. */
const areHashes = (hash: Hash, values: readonly Uint8Array[]): boolean => {
  const { length } = hash(new Uint8Array());
  return values.every((value) => value.length === length);
};

const isSize = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

/** Whether `proof` leads from the leaf hash at `index` to `root` in a tree of `size` leaves (RFC 9162, section 2.1.3.2). */
export const verifyInclusion = (
  hash: Hash,
  claim: { readonly index: number; readonly size: number; readonly leaf: Uint8Array; readonly root: Uint8Array },
  proof: readonly Uint8Array[],
): boolean => {
  if (!isSize(claim.index) || !isSize(claim.size) || claim.index >= claim.size) return false;
  if (!areHashes(hash, [claim.leaf, claim.root, ...proof])) return false;
  let [node, last, at] = [claim.index, claim.size - 1, claim.leaf];
  for (const sibling of proof) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      at = nodeHash(hash, sibling, at);
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else at = nodeHash(hash, at, sibling);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 && sameBytes(at, claim.root);
};

/** Whether the tree of `first` leaves is a prefix of the one of `second` leaves (RFC 9162, section 2.1.4.2). */
export const verifyConsistency = (
  hash: Hash,
  claim: { readonly first: number; readonly second: number; readonly firstRoot: Uint8Array; readonly secondRoot: Uint8Array },
  proof: readonly Uint8Array[],
): boolean => {
  const { first, second, firstRoot, secondRoot } = claim;
  // Anything extends the empty tree, so a proof of that proves nothing and is not taken for one.
  if (!isSize(first) || !isSize(second) || first > second || first === 0) return false;
  if (!areHashes(hash, proof)) return false;
  if (first === second) return proof.length === 0 && sameBytes(firstRoot, secondRoot);
  const path = Number.isInteger(Math.log2(first)) ? [firstRoot, ...proof] : proof;
  const [start, ...rest] = path;
  if (start === undefined || proof.length === 0) return false;
  let [node, last] = [first - 1, second - 1];
  while (node % 2 === 1) [node, last] = [(node - 1) / 2, Math.floor(last / 2)];
  let [old, now] = [start, start];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      [old, now] = [nodeHash(hash, sibling, old), nodeHash(hash, sibling, now)];
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else now = nodeHash(hash, now, sibling);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 && sameBytes(old, firstRoot) && sameBytes(now, secondRoot);
};

/** The root over the exact bytes of the leaves, in hex. */
export const merkleRootHex = (hash: Hash, leaves: readonly Uint8Array[]): string =>
  hexFromBytes(
    merkleRoot(
      hash,
      leaves.map((leaf) => leafHash(hash, leaf)),
    ),
  );
