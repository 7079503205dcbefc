import { expect, test } from "vitest";
import { requestKinds } from "../../../src/contract/inputs.ts";
import type { RefusalCode } from "../../../src/contract/refusals.ts";
import { alphabet } from "./alphabet.ts";
import type { Path } from "./explore.ts";
import { once } from "./policy.ts";
import { acted, admitted, asked, byLaws, framed, told, walk, type Row } from "./walk.ts";

/** Short enough for the laws to judge each path. */
const judged: readonly Row[] = [
  { where: "the beginning", start: [], answers: 8 },
  { where: "the first planned frame", start: framed, answers: 5 },
  { where: "the preview of a destructive action", start: asked, answers: 5 },
  { where: "the first dispatch", start: admitted, answers: 5 },
  { where: "the first action", start: acted, answers: 4 },
  { where: "the only action", scope: once, start: acted, answers: 5 },
];
/** Codes that were refused with and answers that were given, over all paths of this file. */
const codes = new Set<RefusalCode>();
const given = new Set<string>();

const remember = ({ events, names }: Path): void => {
  for (const name of names) given.add(name);
  for (const { body } of events) if (body.kind === "refuse") for (const code of body.codes) codes.add(code);
};

test.each(judged)("from $where every sequence of $answers answers keeps the laws", (row) => {
  const { found, problem } = walk(row, byLaws, remember);
  console.log(told(row, found, "each judged by the laws"));
  expect(problem).toBeUndefined();
  expect(found.paths).toBeGreaterThan(1000);
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
