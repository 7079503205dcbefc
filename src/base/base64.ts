const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const valueOf: ReadonlyMap<string, number> = new Map(Array.from(alphabet, (letter, value) => [letter, value]));

const letters = (bits: number, count: number): string =>
  Array.from({ length: count }, (_, index) => alphabet.charAt((bits >> (18 - 6 * index)) & 0x3f)).join("");

/** Base64 with the standard alphabet and padding (RFC 4648, section 4). */
export const base64FromBytes = (bytes: Uint8Array): string => {
  const parts: string[] = [];
  for (let index = 0; index < bytes.length; index += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(index, index + 3);
    const rest = Math.min(bytes.length - index, 3);
    parts.push(letters((a << 16) | (b << 8) | c, rest + 1), "=".repeat(3 - rest));
  }
  return parts.join("");
};

/**
 * The bytes of canonical base64, or `undefined`. One text for one value: no white space, no URL alphabet, no missing padding, and
 * no bits set that padding drops, since such a text can be changed without changing what it says.
 */
export const bytesFromBase64 = (text: string): Uint8Array | undefined => {
  if (text.length % 4 !== 0) return undefined;
  const body = text.replace(/={1,2}$/, "");
  const bytes = new Uint8Array(Math.floor((body.length * 6) / 8));
  let bits = 0;
  let held = 0;
  let written = 0;
  for (const letter of body) {
    const value = valueOf.get(letter);
    if (value === undefined) return undefined;
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes[written] = (bits >> held) & 0xff;
      written += 1;
    }
  }
  if (body.length % 4 === 1 || (bits & ((1 << held) - 1)) !== 0) return undefined;
  return bytes;
};
