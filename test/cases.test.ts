import { expect, test } from "vitest";
import { citations, isInFile, read, rowsOf } from "./citations.ts";

const rows = rowsOf(read("docs/cases.md"), /^[A-Z]\d$/);
const ids = (letter: string, count: number): readonly string[] => Array.from({ length: count }, (_, at) => `${letter}${at + 1}`);

test("there is a row for each case, and no other", () => {
  const all = [ids("T", 9), ids("P", 8), ids("W", 7), ids("C", 3), ids("S", 4), ids("K", 6)].flat();
  expect(rows.map(([id]) => id)).toEqual(all);
});

test.each(rows.map(([id = "", , shown = ""]) => [id, shown] as const))(
  "%s cites tests that are there, or says what is open",
  (_, shown) => {
    const tests = citations(shown).filter((citation) => citation.startsWith("test/"));
    expect(tests.filter((citation) => !isInFile(citation))).toEqual([]);
    if (tests.length === 0) expect(shown).toMatch(/^\*open: .{20,}\*$/);
  },
);
