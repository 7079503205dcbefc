import { canonicalJson, type Json } from "../../src/base/index.ts";
import type { EventBody } from "../../src/contract/receipt/index.ts";

type Path = readonly (string | number)[];

const leavesIn = (value: Json, path: Path = []): readonly (readonly [Path, Json])[] => {
  if (typeof value !== "object" || value === null) return [[path, value]];
  const inner = Object.entries(value).flatMap(([key, item]) =>
    leavesIn(item as Json, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return inner.length === 0 ? [[path, value]] : inner;
};

const changed = (value: Json, [key, ...rest]: Path, to: Json): Json => {
  if (key === undefined) return to;
  if (Array.isArray(value)) return (value as Json[]).map((item, index) => (index === key ? changed(item, rest, to) : item));
  const entries = Object.entries(value as Record<string, Json>);
  return Object.fromEntries(entries.map(([name, item]) => [name, name === key ? changed(item, rest, to) : item]));
};

/** Where a value stands, whatever the place in a list: what stands there in other events may stand here too. */
const placeOf = (kind: string, path: Path): string => [kind, ...path.map((key) => (typeof key === "number" ? "*" : key))].join(".");

/** Values by the place where they stand. */
export type Seen = ReadonlyMap<string, readonly Json[]>;

/** What is seen at each place in some runs, in the order in which it is seen first. */
export const valuesAt = (bodies: readonly EventBody[]): Seen => {
  const seen = new Map<string, Map<string, Json>>();
  for (const body of bodies)
    for (const [path, value] of leavesIn(body as Json)) {
      const place = placeOf(body.kind, path);
      const here = seen.get(place) ?? new Map<string, Json>();
      if (here.size < 12) here.set(canonicalJson(value), value);
      seen.set(place, here);
    }
  return new Map([...seen].map(([place, values]) => [place, [...values.values()]]));
};

/** A little more, a little less, and much more: the edges of limits; and what stands there elsewhere. */
const othersOf = (value: Json, seen: readonly Json[]): readonly Json[] => {
  const near: readonly Json[] =
    typeof value === "number" ? [value + 1, value - 1, value + 5_000_000_000] : typeof value === "boolean" ? [!value] : [];
  return [...near, ...seen].filter((other) => canonicalJson(other) !== canonicalJson(value));
};

/** The body with one leaf changed to something of the same kind, in each way. */
export const variantsOf = (body: EventBody, seen: Seen): readonly EventBody[] =>
  leavesIn(body as Json)
    .filter(([path]) => path[0] !== "kind")
    .flatMap(([path, value]) =>
      othersOf(value, seen.get(placeOf(body.kind, path)) ?? []).map((to) => changed(body as Json, path, to) as EventBody),
    );

/** At most `count` of a list, spread evenly over it. */
export const spread = <T>(all: readonly T[], count: number): readonly T[] =>
  all.length <= count ? all : Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)] as T);
