import { assert } from "./assert.js";

// The lowest floor compiles without DOM and Node types; both classes are globals of every JavaScript host (WHATWG Encoding).
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const TextDecoder: new (label: "utf-8", options: { fatal: true; ignoreBOM: true }) => { decode(bytes: Uint8Array): string };

/** UTF-8 bytes of a text. Throws `Bug` on a lone surrogate, which an encoder would silently replace. */
export const utf8Bytes = (text: string): Uint8Array => {
  assert(!/\p{Surrogate}/u.test(text), "a text with a lone surrogate has no UTF-8 form");
  return new TextEncoder().encode(text);
};

/** The text of strict UTF-8, or `undefined` where the bytes are none. A byte order mark is kept as U+FEFF, not dropped. */
export const utf8Text = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** Bytes of an even number of hex digits. Throws `Bug` on anything else: hex from outside is checked by its schema before. */
export const bytesFromHex = (hex: string): Uint8Array => {
  assert(/^(?:[0-9a-fA-F]{2})*$/.test(hex), "hex has an even number of digits and nothing else");
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
};

const pairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Lower-case hex digits. */
export const hexFromBytes = (bytes: Uint8Array): string => {
  let hex = "";
  for (const byte of bytes) hex += pairs[byte] ?? "";
  return hex;
};

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

export const joinBytes = (...parts: readonly Uint8Array[]): Uint8Array => {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
};
