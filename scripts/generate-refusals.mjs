// docs/refusals.md from the tables of the contract (build first: `npm run build`). `--check` compares instead of writing.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { faults } from "../dist/contract/faults.js";
import { refusals } from "../dist/contract/refusals.js";

const target = fileURLToPath(new URL("../docs/refusals.md", import.meta.url));
const after = { true: "plan again", false: "the run ends" };
const cell = (text) => text.replaceAll("|", "\\|");
const line = (...cells) => `| ${cells.map(cell).join(" | ")} |`;

/** Rows of one control stand together; the order of the table, which is the order of precedence, is kept. */
const sections = () => {
  const byControl = groupBy(Object.entries(refusals));
  return [...byControl].map(([control, rows]) =>
    [
      `## ${control.replaceAll("_", " ")}`,
      "",
      line("code", "kind", "then", "what happened", "what to do"),
      line("---", "---", "---", "---", "---"),
      ...rows.map(([code, { kind, replan, says, next }]) => line(`\`${code}\``, kind, after[replan], says, next)),
    ].join("\n"),
  );
};

function groupBy(entries) {
  const groups = new Map();
  for (const entry of entries) {
    const { control } = entry[1];
    groups.set(control, [...(groups.get(control) ?? []), entry]);
  }
  return groups;
}

const text = `<!-- Generated from src/contract/refusals.ts and src/contract/faults.ts by scripts/generate-refusals.mjs. Do not edit. -->

# Refusals and faults

A refusal is a value with a code: the gate said no, and, but for some outcomes of a dispatch, nothing was sent. Every control that applies is asked, and all their
codes are reported, in the order of the table. *wrong* means observed and not allowed; *unknown* means that it could not be
observed, which refuses too. After *plan again* the planner gets a new governed frame, and no other; the attempt before a run begins, and
framing that fails too often, end the run all the same. A code is never renamed or used again.

There are ${Object.keys(refusals).length} codes.

${sections().join("\n\n")}

# Faults

A fault is a failure of the world. A fatal one ends the run as \`failed\`; any other becomes the *unknown* refusal of what was asked.

${line("fault", "fatal", "what happened")}
${line("---", "---", "---")}
${Object.entries(faults)
  .map(([code, { fatal, says }]) => line(`\`${code}\``, fatal ? "yes" : "no", says))
  .join("\n")}
`;

if (process.argv.includes("--check")) {
  const committed = await readFile(target, "utf8").catch(() => "");
  if (committed !== text) {
    console.error(
      "docs/refusals.md is not what the tables say; run `npm run build && node scripts/generate-refusals.mjs` and commit it",
    );
    process.exit(1);
  }
  console.log("docs/refusals.md is current");
} else {
  await writeFile(target, text);
  console.log(`docs/refusals.md: ${Object.keys(refusals).length} refusals, ${Object.keys(faults).length} faults`);
}
