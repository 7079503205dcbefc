import type { Json } from "../../src/base/index.ts";
import type { ReceiptEvent } from "../../src/contract/receipt/index.ts";

export type Path = readonly (string | number)[];
type Node = Record<string | number, unknown>;

/** Paths of everything in a value that is no list and no object. */
export const leaves = (value: unknown, path: Path = []): readonly Path[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]))
    : [path];

/** Another value of the same type, or of another where there is none. */
const otherThan = (value: unknown): Json => {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (typeof value === "string")
    return /^[0-9a-f]{32,}$/.test(value) ? `${value.startsWith("0") ? "1" : "0"}${value.slice(1)}` : `${value}x`;
  return 0;
};

/** A copy with one leaf changed. */
export const changed = (events: readonly ReceiptEvent[], path: Path): ReceiptEvent[] => {
  const copy = structuredClone(events) as ReceiptEvent[];
  const parent = path.slice(0, -1).reduce<Node>((node, key) => node[key] as Node, copy as unknown as Node);
  const last = path.at(-1) ?? 0;
  parent[last] = otherThan(parent[last]);
  return copy;
};
