import { hexFromBytes } from "../bytes.js";

/** The field prime of edwards25519 (RFC 8032, section 5.1). */
const prime = 2n ** 255n - 19n;
const orderEightY = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n;

/** y of the eight points of small order (RFC 7748's curve over its cofactor 8); the sign of x is apart. */
const smallOrderY: ReadonlySet<bigint> = new Set([0n, 1n, prime - 1n, orderEightY, prime - orderEightY]);

const yOf = (encoded: Uint8Array): bigint => BigInt(`0x${hexFromBytes(encoded.toReversed())}`) & (2n ** 255n - 1n);

/**
 * Whether 32 bytes can be taken for a public key or a signature's R: one encoding for one point (y below the prime), and no point
 * of small order, under which a signature can fit more than one message. OpenSSL checks neither.
 */
export const isSoundPoint = (encoded: Uint8Array): boolean => {
  if (encoded.length !== 32) return false;
  const y = yOf(encoded);
  return y < prime && !smallOrderY.has(y);
};
