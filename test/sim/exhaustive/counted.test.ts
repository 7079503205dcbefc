import { expect, test } from "vitest";
import { dropped, without } from "../planted/bug.ts";
import { withControl } from "../planted/plant.ts";
import { acted, byLaws, byRules, framed, told, walk, type Row } from "./walk.ts";

/** Longer, with the plain rules alone. */
const counted: readonly Row[] = [
  { where: "the beginning", start: [], answers: 10 },
  { where: "the first planned frame", start: framed, answers: 6 },
  { where: "the first action", start: acted, answers: 7 },
];

test.each(counted)("from $where every sequence of $answers answers keeps to the ceilings and the order", (row) => {
  const { found, problem } = walk(row, byRules);
  console.log(told(row, found, "each held against the plain rules"));
  expect(problem).toBeUndefined();
  expect(found.paths).toBeGreaterThan(10_000);
});

test.each([
  { bug: "nobody is asked", control: "decision", plant: dropped, start: framed, by: "an admission without all of its decisions" },
  {
    bug: "a changed frame will do",
    control: "frame",
    plant: without("frame_changed"),
    start: framed,
    by: "admissibility.fresh-frame",
  },
  { bug: "one step too many", control: "stepBudget", plant: without("budget_steps"), start: acted, by: "a step too many" },
])("the walk finds a planted bug: $bug", async ({ control, plant, start, by }) => {
  const { problem } = await withControl(control, plant, async () => walk({ where: "there", start, answers: 5 }, byLaws));
  expect(problem).toContain(by);
});
