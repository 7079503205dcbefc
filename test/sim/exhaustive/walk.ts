import { brokenLaw } from "../judge.ts";
import { explore, type Bare, type Found, type Path } from "./explore.ts";
import { plainProblem } from "./plain.ts";
import { twice, type Scope } from "./policy.ts";

/** Answers that lead a run to where a walk begins. */
export const framed = ["opened, held", "seen", "measured", "approved", "equal"];
export const admitted = [...framed, "one", "none", "equal", "durable"];
export const acted = [...admitted, "sent", "as named", "sealed"];
export const asked = [...framed, "one", "destructive"];

/** A walk: after the answers `start`, all sequences of `answers` more. */
export type Row = { readonly scope?: Scope; readonly where: string; readonly start: readonly string[]; readonly answers: number };
export type Judge = (scope: Scope, events: readonly Bare[]) => string | undefined;
export const byRules: Judge = ({ policy }, events) => plainProblem(policy.limits, events);
export const byLaws: Judge = (scope, events) =>
  byRules(scope, events) ?? brokenLaw({ ...scope, host: "host", planner: "planner" }, events);

/** Walks a row; the first path that is wrong, if one is. */
export const walk = (
  { scope = twice, start, answers }: Row,
  problemOf: Judge,
  remember: (path: Path) => void = () => undefined,
) => {
  let problem: string | undefined;
  const found: Found = explore(scope, start, answers, (path) => {
    remember(path);
    const wrong = problem === undefined ? problemOf(scope, path.events) : undefined;
    if (wrong !== undefined) problem = `${path.names.join(" > ")}: ${wrong}`;
  });
  return { found, problem };
};

export const told = ({ where, answers }: Row, { states, paths, longest }: Found, by: string): string =>
  `exhaustive: from ${where}, all sequences of up to ${answers} answers: ${states} states, ${paths} runs of up to ${longest} events, ${by}`;
