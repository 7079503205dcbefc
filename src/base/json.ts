import canonicalize from "canonicalize";
import { assert, Bug } from "./assert.js";
import { utf8Text } from "./bytes.js";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * The RFC 8785 form of a value: what is hashed, signed and written. Throws `Bug` on what JSON cannot say exactly: NaN, an infinity,
 * a lone surrogate, `undefined` in a list, a cycle. A property that is `undefined` is left out. Minus zero is written `0`, as
 * RFC 8785 says; `parseCanonical` therefore refuses `-0`.
 */
export const canonicalJson = (value: Json): string => {
  refuseInexact(value, 0);
  const text = canonicalize(value);
  assert(text !== undefined, "JSON has no form for undefined");
  return text;
};

const depthMax = 64;

const refuseInexact = (value: unknown, depth: number): void => {
  if (depth > depthMax) throw new Bug(`JSON of ours is at most ${depthMax} levels deep`);
  if (Array.isArray(value)) for (const item of value) refuseInexact(item ?? notUndefined(item), depth + 1);
  else if (typeof value === "object" && value !== null)
    for (const inner of Object.values(value)) if (inner !== undefined) refuseInexact(inner, depth + 1);
  if (typeof value === "function" || typeof value === "symbol" || typeof value === "bigint")
    throw new Bug(`JSON has no form for a ${typeof value}`);
};

const notUndefined = (item: unknown): null => {
  assert(item === null, "JSON has no form for undefined in a list");
  return null;
};

/** Why bytes are not canonical JSON. */
export type JsonProblem = "size" | "utf8" | "depth" | "syntax" | "key" | "canonical";
export type JsonParse =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly problem: JsonProblem; readonly detail: string };

const no = (problem: JsonProblem, detail: string): JsonParse => ({ ok: false, problem, detail });

/**
 * Reads bytes that must be exactly the RFC 8785 form of one value: strict UTF-8, at most `bytesMax` bytes, at most 64 levels, and
 * canonical, which rules out white space, a byte order mark, duplicate keys, `-0` and numbers that change when read. Keys that
 * reach into JavaScript objects (`__proto__`, `constructor`, `prototype`) or hold a NUL are refused before a schema sees them.
 */
export const parseCanonical = (bytes: Uint8Array, bytesMax: number): JsonParse => {
  if (bytes.length > bytesMax) return no("size", `${bytes.length} bytes, at most ${bytesMax} are read`);
  const text = utf8Text(bytes);
  if (text === undefined) return no("utf8", "the bytes are not UTF-8");
  // Before parsing: both the parser and the canonical form recurse.
  if (deepest(text) > depthMax) return no("depth", `more than ${depthMax} levels deep`);
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return no("syntax", "the text is not JSON");
  }
  const key = forbiddenKey(value);
  if (key !== undefined) return no("key", `the key ${JSON.stringify(key)} is not allowed anywhere`);
  return isCanonical(value, text) ? { ok: true, value } : no("canonical", "the text is JSON, but not in its RFC 8785 form");
};

const isCanonical = (value: Json, text: string): boolean => {
  try {
    return canonicalize(value) === text;
  } catch {
    return false; // a lone surrogate, written as an escape
  }
};

const deepest = (text: string): number => {
  let depth = 0;
  let max = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index];
    if (quoted && letter === "\\") index += 1;
    else if (letter === '"') quoted = !quoted;
    else if (!quoted && (letter === "{" || letter === "[")) max = Math.max(max, (depth += 1));
    else if (!quoted && (letter === "}" || letter === "]")) depth -= 1;
  }
  return max;
};

const forbidden = new Set(["__proto__", "constructor", "prototype"]);

const forbiddenKey = (value: Json): string | undefined => {
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    if (forbidden.has(key) || key.includes("\0")) return key;
    const deeper = forbiddenKey(inner);
    if (deeper !== undefined) return deeper;
  }
  return undefined;
};
