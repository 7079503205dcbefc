// What StrykerJS reported of each file, as counts and as survivors that keep their name when lines move.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const inert = new Set(["CompileError", "RuntimeError", "Ignored"]);

/** `file: mutator: the mutated line => the replacement`: what a survivor is listed by. */
const idOf = (file, source, { mutatorName, location, replacement }) => {
  const line = source.split("\n")[location.start.line - 1] ?? "";
  const inLine = line.slice(0, location.start.column - 1).trimStart().length;
  return `${file}: ${mutatorName}: ${line.trim()} @${inLine} => ${replacement.replaceAll(/\s+/g, " ")}`;
};

/** Counts and survivors of the files that have a report. */
export const summaryOf = (reports, files) => {
  const all = { killed: 0, total: 0, survivors: [], untested: [] };
  for (const file of files) {
    const path = join(reports, `${file.replaceAll("/", "_")}.json`);
    if (!existsSync(path)) {
      all.untested.push(file);
      continue;
    }
    const report = JSON.parse(readFileSync(path, "utf8")).files[file];
    for (const mutant of report?.mutants ?? []) {
      if (inert.has(mutant.status)) continue;
      all.total += 1;
      if (mutant.status === "Killed" || mutant.status === "Timeout") all.killed += 1;
      else {
        const where = `${file}:${mutant.location.start.line}:${mutant.location.start.column} (${mutant.status})`;
        all.survivors.push({ id: idOf(file, report.source, mutant), where });
      }
    }
  }
  return all;
};
