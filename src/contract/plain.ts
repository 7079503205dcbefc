/** A copy as plain data, or what could not be copied. `where` is a path such as `windows[0].title`. */
export type PlainCopy =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly where: string; readonly why: string };

class NotPlain extends Error {
  readonly where: string;
  constructor(where: string, why: string) {
    super(why);
    this.where = where;
  }
}

const depthMax = 16;
const keysMax = 256;

const read = (where: string, get: () => unknown): unknown => {
  try {
    return get();
  } catch {
    throw new NotPlain(where, "reading it failed; give a plain value, not a getter or proxy");
  }
};

const copy = (value: unknown, where: string, depth: number): unknown => {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  // JSON has one zero: the digest is over its text, so the value must be what the text says.
  if (typeof value === "number") return value === 0 ? 0 : value;
  if (typeof value !== "object") throw new NotPlain(where, `a ${typeof value} is not JSON`);
  if (depth >= depthMax) throw new NotPlain(where, `it is nested deeper than ${depthMax} levels`);
  if (Array.isArray(value)) {
    if (value.length > keysMax) throw new NotPlain(where, `the list has ${value.length} entries; at most ${keysMax} are read`);
    return Array.from({ length: value.length }, (_, index) =>
      copy(read(`${where}[${index}]`, () => value[index]) ?? null, `${where}[${index}]`, depth + 1),
    );
  }
  const keys = Object.keys(value);
  if (keys.length > keysMax) throw new NotPlain(where, `it has ${keys.length} fields; at most ${keysMax} are read`);
  const entries = keys.map((key) => {
    const inner = where === "" ? key : `${where}.${key}`;
    return [key, read(inner, () => (value as Record<string, unknown>)[key]), inner] as const;
  });
  // fromEntries defines each field, so that a field named __proto__ stays a field, and is found unknown.
  return Object.fromEntries(
    entries.filter(([, field]) => field !== undefined).map(([key, field, inner]) => [key, copy(field, inner, depth + 1)]),
  );
};

/**
 * Copies own fields only, reading each once, before anything is checked: what a prototype lends is not there, and a getter cannot
 * answer the check with one value and the use with another.
 */
export const plainCopy = (value: unknown): PlainCopy => {
  try {
    return { ok: true, value: copy(value, "", 0) };
  } catch (error) {
    return error instanceof NotPlain
      ? { ok: false, where: error.where, why: error.message }
      : { ok: false, where: "", why: "it could not be read" };
  }
};

/** Frozen to the bottom. What hooks and planners are handed is what the run is judged by: nobody may change it on the way. */
export const freeze = <T>(value: T): T => {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) Object.values(Object.freeze(value)).forEach(freeze);
  return value;
};
