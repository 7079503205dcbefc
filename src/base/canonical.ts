import { Bug } from "./assert.js";

export const depthMax = 64;

/** Printable ASCII but for `"` and `\`: it stands in JSON as it is, and needs no look at its surrogates. */
const plain = /^[ !#-[\]-~]*$/;

const quoted = (text: string): string => {
  if (plain.test(text)) return `"${text}"`;
  if (/\p{Surrogate}/u.test(text)) throw new Bug("a text with a lone surrogate has no JSON form");
  return JSON.stringify(text);
};

const list = (items: readonly unknown[], depth: number): string => {
  let text = "[";
  // By index: `map` and `for of` would skip, or not see, what is missing.
  for (let index = 0; index < items.length; index += 1) text += (index === 0 ? "" : ",") + write(items[index], depth);
  return `${text}]`;
};

const record = (value: Readonly<Record<string, unknown>>, depth: number): string => {
  let text = "";
  // RFC 8785, section 3.2.3: by UTF-16 code units, which is how JavaScript sorts strings.
  for (const key of Object.keys(value).toSorted()) {
    const inner = value[key];
    if (inner !== undefined) text += `${text === "" ? "" : ","}${quoted(key)}:${write(inner, depth)}`;
  }
  return `{${text}}`;
};

/**
 * The RFC 8785 form of a value, in one pass: it is on the way of every event, digest and commitment. Numbers and strings are
 * ECMAScript's own, as the RFC has it.
 */
export const write = (value: unknown, depth: number): string => {
  switch (typeof value) {
    case "string":
      return quoted(value);
    case "number":
      if (!Number.isFinite(value)) throw new Bug(`JSON has no form for ${value}`);
      return String(value);
    case "boolean":
      return String(value);
    case "object":
      if (value === null) return "null";
      // A cycle ends here, too.
      if (depth >= depthMax) throw new Bug(`JSON of ours is at most ${depthMax} levels deep`);
      if (Array.isArray(value)) return list(value, depth + 1);
      if (typeof (value as { toJSON?: unknown }).toJSON === "function")
        throw new Bug("JSON of ours is plain data: nothing in it turns itself into another value");
      return record(value as Readonly<Record<string, unknown>>, depth + 1);
    default:
      throw new Bug(`JSON has no form for ${typeof value}`);
  }
};
