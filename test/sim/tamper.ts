import { canonicalJson, utf8Bytes, utf8Text, type Json } from "../../src/base/index.ts";
import type { Files } from "../../src/verify/index.ts";
import type { Random } from "./random.ts";

type Path = readonly (string | number)[];
export type Leaf = { readonly file: string; readonly line: number; readonly path: Path };

const leavesIn = (value: Json, path: Path): readonly Path[] => {
  if (typeof value !== "object" || value === null) return [path];
  const entries: readonly (readonly [string | number, Json])[] = Array.isArray(value)
    ? [...(value as readonly Json[]).entries()]
    : Object.entries(value);
  return entries.flatMap(([key, inner]) => leavesIn(inner, [...path, key]));
};

/** Another value of the same type, so that the form alone does not give it away. */
const other = (leaf: Json): Json => {
  if (typeof leaf === "boolean") return !leaf;
  if (typeof leaf === "number") return leaf + 1;
  if (typeof leaf !== "string") return 0;
  const last = leaf.at(-1) ?? "";
  return `${leaf.slice(0, -1)}${last === "0" ? "1" : "0"}`;
};

const withLeaf = (value: Json, [key, ...rest]: Path): Json => {
  if (key === undefined) return other(value);
  if (Array.isArray(value))
    return (value as readonly Json[]).map((inner, index) => (index === key ? withLeaf(inner, rest) : inner));
  return Object.fromEntries(
    Object.entries(value as Record<string, Json>).map(([name, inner]) => [name, name === key ? withLeaf(inner, rest) : inner]),
  );
};

const linesOf = (files: Files, file: string): readonly string[] =>
  (utf8Text(files.get(file) ?? new Uint8Array()) ?? "").split("\n").filter((line) => line !== "");

/** Every leaf of every JSON text of the receipt, by file and line. */
export const leaves = (files: Files): readonly Leaf[] =>
  [...files.keys()].flatMap((file) =>
    linesOf(files, file).flatMap((text, line) => leavesIn(JSON.parse(text) as Json, []).map((path) => ({ file, line, path }))),
  );

/** The receipt with one leaf changed and nothing repaired: what somebody without the key can do. */
export const tampered = (files: Files, { file, line, path }: Leaf): Files => {
  const ended = file.endsWith(".jsonl") ? "\n" : "";
  const texts = linesOf(files, file).map((text, index) =>
    index === line ? canonicalJson(withLeaf(JSON.parse(text) as Json, path)) : text,
  );
  return new Map([...files, [file, utf8Bytes(texts.map((text) => text + ended).join(""))]]);
};

/** `count` leaves, drawn. */
export const draw = (rng: Random, files: Files, count: number): readonly Leaf[] => {
  const all = leaves(files);
  return Array.from({ length: count }, () => rng.pick(all));
};
