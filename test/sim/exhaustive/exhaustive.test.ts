import { expect, test } from "vitest";
import { requestKinds } from "../../../src/contract/inputs.ts";
import type { RefusalCode } from "../../../src/contract/refusals.ts";
import { brokenLaw } from "../judge.ts";
import { dropped, without } from "../planted/bug.ts";
import { withControl } from "../planted/plant.ts";
import { alphabet } from "./alphabet.ts";
import { explore, type Bare, type Found, type Path } from "./explore.ts";
import { plainProblem } from "./plain.ts";
import { once, twice, type Scope } from "./policy.ts";

const framed = ["opened, held", "seen", "measured", "approved", "equal"];
const acted = [...framed, "one", "none", "equal", "durable", "sent", "as named", "sealed"];
const asked = [...framed, "one", "destructive"];

type Row = { readonly scope?: Scope; readonly where: string; readonly start: readonly string[]; readonly answers: number };
/** Short enough for the laws to judge each path. */
const judged: readonly Row[] = [
  { where: "the beginning", start: [], answers: 9 },
  { where: "the first planned frame", start: framed, answers: 6 },
  { where: "the preview of a destructive action", start: asked, answers: 6 },
  { where: "the first action", start: acted, answers: 6 },
  { where: "the only action", scope: once, start: acted, answers: 6 },
];
/** Longer, with the plain rules alone. */
const counted: readonly Row[] = [
  { where: "the beginning", start: [], answers: 11 },
  { where: "the first planned frame", start: framed, answers: 7 },
  { where: "the first action", start: acted, answers: 9 },
];

type Judge = (scope: Scope, events: readonly Bare[]) => string | undefined;
const byRules: Judge = ({ policy }, events) => plainProblem(policy.limits, events);
const byLaws: Judge = (scope, events) =>
  byRules(scope, events) ?? brokenLaw({ ...scope, host: "host", planner: "planner" }, events);

/** Codes that were refused with and answers that were given, over all paths of this file. */
const codes = new Set<RefusalCode>();
const given = new Set<string>();

const remember = ({ events, names }: Path): void => {
  for (const name of names) given.add(name);
  for (const { body } of events) if (body.kind === "refuse") for (const code of body.codes) codes.add(code);
};

/** Walks a row; the first path that is wrong, if one is. */
const walk = ({ scope = twice, start, answers }: Row, problemOf: Judge) => {
  let problem: string | undefined;
  const found: Found = explore(scope, start, answers, (path) => {
    remember(path);
    const wrong = problem === undefined ? problemOf(scope, path.events) : undefined;
    if (wrong !== undefined) problem = `${path.names.join(" > ")}: ${wrong}`;
  });
  return { found, problem };
};

const told = ({ where, answers }: Row, { states, paths, longest }: Found, by: string): string =>
  `exhaustive: from ${where}, all sequences of up to ${answers} answers: ${states} states, ${paths} runs of up to ${longest} events, ${by}`;

test.each(judged)("from $where every sequence of $answers answers keeps the laws", (row) => {
  const { found, problem } = walk(row, byLaws);
  console.log(told(row, found, "each judged by the laws"));
  expect(problem).toBeUndefined();
  expect(found.paths).toBeGreaterThan(1000);
});

test.each(counted)("from $where every sequence of $answers answers keeps to the ceilings and the order", (row) => {
  const { found, problem } = walk(row, byRules);
  console.log(told(row, found, "each held against the plain rules"));
  expect(problem).toBeUndefined();
  expect(found.paths).toBeGreaterThan(10_000);
});

test("every answer of the alphabet was given, and each ceiling that answers can reach was met", () => {
  const names = requestKinds.flatMap((kind) => alphabet[kind].map(({ name }) => name));
  expect(names.filter((name) => !given.has(name))).toEqual([]);
  const ceilings: readonly RefusalCode[] = [
    "budget_steps",
    "budget_actions",
    "budget_rate",
    "budget_interval",
    "budget_duration",
    "budget_tokens",
    "budget_output_tokens",
    "budget_thinking_time",
    "frame_too_old",
  ];
  expect(ceilings.filter((code) => !codes.has(code))).toEqual([]);
});

test.each([
  { bug: "nobody is asked", control: "decision", plant: dropped, by: "an admission without all of its decisions" },
  { bug: "a changed frame will do", control: "frame", plant: without("frame_changed"), by: "admissibility.fresh-frame" },
  { bug: "one step too many", control: "stepBudget", plant: without("budget_steps"), by: "a step too many" },
])("the walk finds a planted bug: $bug", async ({ control, plant, by }) => {
  const row: Row = { where: "the first planned frame", start: framed, answers: 6 };
  const { problem } = await withControl(control, plant, async () => walk(row, byLaws));
  expect(problem).toContain(by);
});
