import type * as z from "zod";

type Issue = z.core.$ZodIssue;

const shownMax = 60;

/** A value as a person can read it on one line: other characters than printable ASCII as escapes, since a title may try to look like another. */
const shown = (value: unknown): string => {
  const text = (typeof value === "number" ? String(value) : (JSON.stringify(value) ?? String(value))).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return text.length > shownMax ? `${text.slice(0, shownMax)}… (${text.length} characters)` : text;
};

const at = (root: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    root,
  );

const pathOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .replace(/^\./, "");

const sizeOf = (origin: string, value: unknown): string => {
  const things = origin === "string" ? "characters" : "entries";
  return typeof value === "string" || Array.isArray(value) ? `has ${value.length} ${things}` : `is ${shown(value)}`;
};

const sentence = (issue: Issue, value: unknown): string => {
  if (value === undefined && issue.code !== "unrecognized_keys" && issue.code !== "custom")
    return "is missing; nothing has a default, so name it";
  switch (issue.code) {
    case "invalid_type":
      return `is ${shown(value)}; it must be ${issue.expected === "int" ? "a whole number" : `of type ${issue.expected}`}`;
    case "too_small":
      return `${sizeOf(issue.origin, value)}; the least is ${String(issue.minimum)}`;
    case "too_big":
      return `${sizeOf(issue.origin, value)}; the greatest is ${String(issue.maximum)}`;
    case "invalid_value":
      return `is ${shown(value)}; it must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.map((allowed) => shown(allowed)).join(", ")}`;
    case "invalid_union":
      return `is ${shown(value)}; none of its forms fits`;
    default:
      return typeof value === "object" ? `does not fit: ${issue.message}` : `is ${shown(value)}; ${issue.message}`;
  }
};

/** One line a problem: the field, what it holds, what it must be. At most eight. */
export const describeIssues = (what: string, error: z.core.$ZodError, root: unknown): readonly string[] =>
  error.issues
    .flatMap((issue) => {
      if (issue.code === "unrecognized_keys")
        return issue.keys.map((key) => `${what}: ${pathOf([...issue.path, key])} is no field of this version; remove it`);
      const field = pathOf(issue.path);
      return [`${what}: ${field === "" ? "the whole" : field} ${sentence(issue, at(root, issue.path))}`];
    })
    .slice(0, 8);
