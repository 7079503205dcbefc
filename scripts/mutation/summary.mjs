// What StrykerJS reported of each file, as counts and as survivors that keep their name when lines move.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const inert = new Set(["CompileError", "RuntimeError", "Ignored"]);

/** `file: mutator: the mutated line => the replacement`: what a mutant is told by. */
const nameOf = (file, source, { mutatorName, location, replacement }) => {
  const line = source.split("\n")[location.start.line - 1] ?? "";
  const inLine = line.slice(0, location.start.column - 1).trimStart().length;
  return `${file}: ${mutatorName}: ${line.trim()} @${inLine} => ${replacement.replaceAll(/\s+/g, " ")}`;
};

const byPlace = ({ location: { start: a, end: b } }, { location: { start: c, end: d } }) =>
  a.line - c.line || a.column - c.column || b.line - d.line || b.column - d.column;

/**
 * Each mutant with what a survivor is listed by. The same line may stand in a file twice, and a condition may begin where its first part does:
 * the second of a name is told by `#2`, so that a reason holds for the one mutant it is about.
 */
const named = (file, { source, mutants }) => {
  const counts = new Map();
  return mutants.toSorted(byPlace).map((mutant) => {
    const name = nameOf(file, source, mutant);
    const nth = (counts.get(name) ?? 0) + 1;
    counts.set(name, nth);
    return { ...mutant, id: nth === 1 ? name : `${name} #${nth}` };
  });
};

/** The survivors that change nothing, `{ ids, reason }` each: one file for each folder that is mutated. */
export const listedIn = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .flatMap((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));

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
    for (const mutant of report === undefined ? [] : named(file, report)) {
      if (inert.has(mutant.status)) continue;
      all.total += 1;
      if (mutant.status === "Killed" || mutant.status === "Timeout") all.killed += 1;
      else {
        const where = `${file}:${mutant.location.start.line}:${mutant.location.start.column} (${mutant.status})`;
        all.survivors.push({ id: mutant.id, where });
      }
    }
  }
  return all;
};
