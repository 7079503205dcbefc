import { createHmac, hash } from "node:crypto";

/** SHA-256 as 64 lower-case hex digits. A string counts as its UTF-8 bytes. */
export const sha256Hex = (input: string | Uint8Array): string => hash("sha256", input, "hex");

export const sha256Bytes = (input: Uint8Array): Uint8Array => new Uint8Array(hash("sha256", input, "buffer"));

/** HMAC-SHA-256 as 64 lower-case hex digits. */
export const hmacSha256Hex = (key: Uint8Array, input: string | Uint8Array): string =>
  createHmac("sha256", key).update(input).digest("hex");
