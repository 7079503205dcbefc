import { expect, test } from "vitest";
import { aboutAuthority } from "./authority.ts";
import { aboutRuns } from "./runs.ts";
import { aboutTransitions } from "./transitions.ts";

const bugs = [...aboutAuthority, ...aboutRuns, ...aboutTransitions];
const numbers = Array.from({ length: 29 - 8 + 1 }, (_, index) => `A${index + 8}`);

test.each(numbers)("%s has a bug that is planted against it", (law) => {
  expect(bugs.filter((bug) => bug.law === law).map(({ bug }) => bug)).not.toEqual([]);
});

test("no bug is planted twice, and there are enough of them", () => {
  expect(new Set(bugs.map(({ bug }) => bug)).size).toBe(bugs.length);
  expect(bugs.length).toBeGreaterThanOrEqual(60);
});
