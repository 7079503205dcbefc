import { createHash, createHmac } from "node:crypto";
export const sha256Hex = (input: string | Uint8Array): string => createHash("sha256").update(input).digest("hex");
export const hmacSha256Hex = (key: Uint8Array, input: string | Uint8Array): string => createHmac("sha256", key).update(input).digest("hex");
