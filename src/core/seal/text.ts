import { bucketOf } from "../../contract/proposal.js";
import { primitiveMax } from "../../contract/bounds.js";

/** Bytes of the UTF-8 form of well-formed text. */
export const utf8Length = (text: string): number => {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
};

export const characters = (text: string): number => {
  let total = 0;
  for (const _ of text) total += 1;
  return total;
};

const breaks = (text: string): number => text.split(/[\n\t]/).length - 1;

const fits = (text: string, way: "type" | "paste" | "key"): boolean =>
  way === "paste"
    ? utf8Length(text) <= primitiveMax.pasteBytes
    : characters(text) <= primitiveMax.typeChars && breaks(text) <= primitiveMax.typeBreaks;

export const describeText = (text: string, way: "type" | "paste" | "key") => ({
  lengthBucket: bucketOf(characters(text)),
  withinBound: fits(text, way),
});
