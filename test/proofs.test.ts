import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { profiles } from "../src/contract/receipt/profiles.ts";
import { checkIds } from "../src/verify/checks.ts";
import { citations, isInFile, read, rowsOf } from "./citations.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const page = read("docs/proofs.md");

/** Cells of the table's rows, by the law's number. */
const rows = new Map(rowsOf(page, /^A\d+$/).map((cells) => [cells[0] ?? "", cells] as const));

const planted = [
  ...readdirSync(join(root, "test/sim/planted")).map((name) => `test/sim/planted/${name}`),
  "test/sim/planted-transitions.test.ts",
]
  .map(read)
  .join("\n");
const liveChecks: readonly string[] = profiles["fixture-live"].checks;

/** Whether what stands between two backticks is there. */
const isThere = (citation: string): boolean => {
  const [what = "", words] = citation.split(" › ");
  if (words === undefined) return existsSync(join(root, what));
  if (what === "check") return (checkIds as readonly string[]).includes(words);
  if (what === "planted") return planted.includes(`bug: ${JSON.stringify(words)}`);
  if (what === "live") return liveChecks.includes(words);
  return isInFile(citation);
};

test("there is a row for each of A1 to A54, and no other", () => {
  expect([...rows.keys()]).toEqual(Array.from({ length: 54 }, (_, index) => `A${index + 1}`));
});

test.each([...rows])("%s: no cell is empty, and what it cites is there", (_, cells) => {
  expect(cells).toHaveLength(5);
  const [, promise = "", ...cited] = cells;
  expect(promise.length).toBeGreaterThan(10);
  for (const cell of cited) {
    expect(citations(cell).length, cell).toBeGreaterThan(0);
    // Nothing but citations: a sentence could not be checked.
    expect(cell.replaceAll(/`[^`]+`/g, "").trim()).toBe("");
    expect(citations(cell).filter((citation) => !isThere(citation))).toEqual([]);
  }
});

test("what the rest of the page cites is there", () => {
  const text = page.slice(page.indexOf("## Controls whose removal is seen"));
  expect(citations(text).filter((citation) => !isThere(citation))).toEqual([]);
});

test("the page on testing names files that are there", () => {
  const paths = citations(read("docs/testing.md")).filter((citation) => /^(?:test|src|docs|crates)\b[\w./-]*$/.test(citation));
  expect(paths.length).toBeGreaterThan(15);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("each planted bug stands in some row", () => {
  const names = [...planted.matchAll(/bug: "([^"]+)"/g)].map(([, name]) => name ?? "");
  expect(names.length).toBeGreaterThanOrEqual(50);
  const cited = new Set(citations(page));
  const unlisted = names.filter((name) => !cited.has(`planted › ${name}`));
  // Several bugs of one law need not all stand in its row; more than half would say that the page was forgotten.
  expect(unlisted.length).toBeLessThan(names.length / 2);
});

test("what runs and acts does not read receipts: it imports nothing of the verifier", () => {
  const sources = ["src/agent", "src/core", "src/contract", "src/adapters"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(folder, name)),
  );
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((name) => /from "[^"]*\/verify\//.test(read(name)))).toEqual([]);
});
