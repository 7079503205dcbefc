import { canonicalJson, type Json } from "../json.js";
import { sha256Hex } from "./digest.js";

/** SHA-256 of `deskgate/<domain>/v1`, a NUL, and the RFC 8785 form of a value: no digest can be taken for one of another kind. */
export const domainDigest = (domain: string, value: unknown): string =>
  sha256Hex(`deskgate/${domain}/v1\0${canonicalJson(value as Json)}`);
