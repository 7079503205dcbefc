import { judge } from "../fact.js";
import { parseEnvironment } from "../parse.js";
import { known, readText, type Read } from "../read.js";
import type { EnvironmentRules, Fact } from "../types.js";

type Entries = readonly (readonly [string, string])[];

export const environmentProblems = (entries: Entries, { exact }: EnvironmentRules): readonly string[] => {
  const names = entries.map(([name]) => name);
  return [
    ...names.filter((name) => !(name in exact)).map((name) => `${name} is not allowed`),
    ...names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name} is set twice`),
    ...Object.keys(exact)
      .filter((name) => !names.includes(name))
      .map((name) => `${name} is missing`),
    ...entries.filter(([name, value]) => name in exact && exact[name] !== value).map(([name]) => `${name} has another value`),
  ];
};

export interface EnvironmentCheck {
  readonly fact: Fact;
  readonly list: Read<readonly string[]>;
}

/**
 * The environment that the program was started with. It lies in the program's own memory: what a program does to it later is
 * its own affair, so this says what it was given, not what it is now.
 */
export const checkEnvironment = (pid: number, rules: EnvironmentRules): EnvironmentCheck => {
  const entries = readText(pid, "environ", parseEnvironment);
  return {
    fact: judge(
      "environment",
      pid,
      Object.keys(rules.exact).join(" "),
      entries.known ? known(environmentProblems(entries.value, rules)) : entries,
    ),
    list: entries.known ? known(entries.value.map(([name, value]) => `${name}=${value}`)) : entries,
  };
};
