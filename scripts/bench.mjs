// npm run bench: sets up what is missing, then measures deskgate, what else one could use, and what the machine allows, in one run.
import { parseArgs } from "node:util";
import { ensureSetup } from "./setup.mjs";

const help = `npm run bench -- [--quick] [--only ROW,ROW] [--json]
  Measures on private displays, beside the best alternatives and a C program for each limit, and writes bench/results.json.
  Only ratios within one run count: let nothing else run meanwhile.
  --quick  fewer runs, under a minute; --only  some rows (and what they are held against); --json  prints results.json, progress on stderr.
  Exit: 0 measured, whatever the figures are; 1 a row could not be measured; 64 the command line is wrong.`;

const rows =
  "capture check sha256 png gate_click click key type50 observe governed_action verify32 verify10000 cold_start capture_4k check_4k".split(
    " ",
  );

const wrong = (says) => {
  console.error(`${says}\n\n${help}`);
  process.exit(64);
};

const parse = () => {
  try {
    const flag = { type: "boolean" };
    return parseArgs({ options: { quick: flag, json: flag, help: flag, only: { type: "string" } } }).values;
  } catch (error) {
    return wrong(error.message);
  }
};

const { quick = false, json = false, help: asked = false, only } = parse();
if (asked) {
  console.log(help);
  process.exit(0);
}
const unknown = (only?.split(",") ?? []).filter((id) => !rows.includes(id));
if (unknown.length > 0) wrong(`no row ${unknown.join(", ")}; there are ${rows.join(", ")}`);
await ensureSetup({ quiet: json });
const { measureAll, tableOf, write } = await import("../bench/bench.mjs");
const say = (what) => (json ? process.stderr : process.stdout).write(`  … ${what}\n`);
try {
  const results = await measureAll({ quick, only: only?.split(","), say });
  if (only === undefined) write(results);
  console.log(json ? JSON.stringify(results) : tableOf(results));
} catch (error) {
  console.error(`bench: ${error.stack ?? error}`);
  process.exit(1);
}
