import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { controlList } from "../src/core/index.ts";

type Removal = {
  readonly removed: string;
  readonly part: string;
  readonly control?: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly seen: readonly { readonly file: string; readonly test: string }[];
};

// `npm run removals` makes each removal and demands that its tests fail; here the table is held against the sources, so that it cannot rot.
const root = fileURLToPath(new URL("../", import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const table = JSON.parse(read("scripts/removals/table.json")) as readonly Removal[];

test.each(table)("$removed: the text stands there once", ({ file, from, to }) => {
  expect(read(file).split(from)).toHaveLength(2);
  expect(to).not.toBe(from);
});

/** What a title can be in a report: placeholders stand for anything. */
const patternOf = (title: string): RegExp => {
  const parts = title.split(/%[a-z]|\$\{[^}]*\}|\$[a-zA-Z][\w.]*/);
  const quoted = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`(?:^| )${quoted.join(".+")}$`);
};
/** Titles in a test file: strings that begin a test, or that end a table of them. */
const titlesIn = (text: string): readonly string[] =>
  [...text.matchAll(/(?:\btest\(|\)\()\s*(["`])((?:(?!\1)[^\\\n]|\\.)+)\1/g)].map(([, , title = ""]) => title);

/** Quoted values of a title; a long one ends in an ellipsis. */
const valuesIn = (name: string): readonly string[] =>
  [...name.matchAll(/'((?:[^'\\]|\\.)+)'/g)].map(([, value = ""]) => value.replace(/…$/, "").replaceAll("\\'", "'"));
const sourcesIn = (folder: string): string =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => read(join(folder, name)))
    .join("\n");

test.each(table)("$removed: the tests that see it are there", ({ seen }) => {
  expect(seen.length).toBeGreaterThan(0);
  for (const { file, test: name } of seen) {
    const titles = titlesIn(read(file)).filter((title) => patternOf(title).test(name));
    expect(titles, `${file} has no test ${name}`).not.toEqual([]);
    // Where a title is made of a table's values, the values stand in a file beside it (or, being long, begin there).
    const beside = sourcesIn(dirname(file));
    for (const value of valuesIn(name)) expect(beside, `${value} of ${name}`).toContain(value);
  }
});

test("each control at each of its stages can be removed, and each part has its removals", () => {
  const listed = controlList.flatMap(({ stage, controls }) => controls.map((control) => `${stage}: ${control}`));
  expect(table.flatMap(({ control }) => (control === undefined ? [] : [control])).toSorted()).toEqual(listed.toSorted());
  const parts = new Set(table.map(({ part }) => part));
  for (const part of [
    "control",
    "observation",
    "check",
    "journal",
    "consumption",
    "cancellation",
    "freeze",
    "ledger",
    "confinement",
    "native",
  ])
    expect(parts, part).toContain(part);
  expect(new Set(table.map(({ removed }) => removed)).size).toBe(table.length);
});

test("the page on proofs names every removal", () => {
  // The page is wrapped.
  const page = read("docs/proofs.md").replaceAll(/\s+/g, " ");
  expect(
    table.filter(({ removed, control }) => control === undefined && !page.includes(removed)).map(({ removed }) => removed),
  ).toEqual([]);
});
