import { worst } from "./fact.js";
import { probeTable, type ProbeRule } from "./probe-table.js";
import type { ProbeOutcome, ProbeReport } from "./probe-types.js";
import type { Verdict } from "./types.js";

export interface ProbeLine {
  readonly event: string;
  readonly [field: string]: unknown;
}

const NOT_RUN = "not_run";

/** Results by name; a name that comes twice has none, as one of the lines was not the probe's. */
const resultsIn = (lines: readonly ProbeLine[], field: "errno" | "control"): ReadonlyMap<string, string> => {
  const results = new Map<string, string>();
  for (const line of lines) {
    const [name, result] = [line["name"], line[field]];
    if (line.event !== "probe" || typeof name !== "string" || typeof result !== "string") continue;
    results.set(name, results.has(name) ? "twice" : result);
  }
  return results;
};

/** Success where a refusal was due is wrong; any other surprise, and a control that failed, leave it unknown. */
const verdictOf = (rule: ProbeRule, errno: string, control: string): Verdict => {
  if (errno === "0" && !rule.expected.includes("0")) return "wrong";
  return rule.expected.includes(errno) && control === "0" ? "ok" : "unknown";
};

/**
 * Judges the probe lines (`{"event":"probe",...}`) that the target's child wrote, with the lines of the same program run
 * outside (`desktop.runOutside`) as controls. A probe of the table that is absent is a failure, and so is a name that the
 * table does not know.
 */
export const judgeProbes = (
  inside: readonly ProbeLine[],
  outside: readonly ProbeLine[],
  architecture: string = process.arch,
): ProbeReport => {
  const attempts = resultsIn(inside, "errno");
  const controls = { inside: resultsIn(inside, "control"), outside: resultsIn(outside, "errno") };
  const rules = Object.entries(probeTable).filter(([, { only }]) => only === undefined || only === architecture);
  const outcomes = rules.map(([name, rule]): ProbeOutcome => {
    const errno = attempts.get(name) ?? NOT_RUN;
    const control = controls[rule.control].get(name) ?? NOT_RUN;
    const { group, expected } = rule;
    return {
      name,
      group,
      errno,
      expected,
      control: { where: rule.control, errno: control },
      verdict: verdictOf(rule, errno, control),
    };
  });
  const names = new Set(rules.map(([name]) => name));
  const unexpectedNames = [...attempts.keys()].filter((name) => !names.has(name));
  return {
    verdict: worst([...outcomes.map(({ verdict }) => verdict), ...unexpectedNames.map((): Verdict => "unknown")]),
    outcomes,
    refusedCount: outcomes.filter(({ verdict, errno }) => verdict === "ok" && errno !== "0").length,
    allowedCount: outcomes.filter(({ verdict, errno }) => verdict === "ok" && errno === "0").length,
    controlsPassedCount: outcomes.filter(({ control }) => control.errno === "0").length,
    unexpectedNames,
  };
};
