// npm run removals: removes one protection after another from a copy of the sources, and demands that the named tests notice.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { copySources, remove } from "./removals/copy.mjs";
import { runIn, runTests } from "./removals/tests.mjs";

const help = `npm run removals -- [--only NAME] [--json] [--list]
  Removes one thing at a time (scripts/removals/table.json: a control at a stage, a look of the drive loop, the ledger's intent, the
  server grab, ...) from a copy of the sources, and runs the tests that the table names. Each of them must fail.
    --only NAME  only the part NAME (control, observation, check, journal, consumption, cancellation, freeze, ledger, confinement, native)
                 or removals whose name contains NAME; may be given several times. The part "native" needs a build for each.
    --json       one JSON line a removal instead of text
    --list       print the names and end
  Exit: 0 each removal was noticed, 1 one was not, 64 the command line is wrong.`;

const root = fileURLToPath(new URL("../", import.meta.url));
const table = JSON.parse(readFileSync(join(root, "scripts/removals/table.json"), "utf8"));
const buildMsMax = 1_200_000;

const parse = () => {
  try {
    const options = {
      only: { type: "string", multiple: true },
      json: { type: "boolean" },
      list: { type: "boolean" },
      help: { type: "boolean" },
    };
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(`${error.message}\n\n${help}`);
    return process.exit(64);
  }
};

const { only = [""], json = false, list = false, help: asked = false } = parse();
if (asked) {
  console.log(help);
  process.exit(0);
}
const parts = new Set(table.map(({ part }) => part));
const rows = table.filter(({ removed, part }) => only.some((name) => (parts.has(name) ? part === name : removed.includes(name))));
if (rows.length === 0) {
  console.error(`removals: nothing in the table contains ${only.join(" or ")}; --list prints the names`);
  process.exit(64);
}
if (list) {
  for (const { removed, part } of rows) console.log(`${part}: ${removed}`);
  process.exit(0);
}

const { folder, remove: clean } = copySources(root);
process.on("exit", clean);
for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
])
  process.on(signal, () => process.exit(code));

/** Where the native layer is built: kept between runs, beside the other builds. */
const env = { CARGO_TARGET_DIR: join(root, "target/removals") };
const build = async (row) =>
  row.build === "native" ? runIn(folder, process.execPath, ["scripts/build-native.mjs"], env, buildMsMax) : { code: 0 };

/** Runs a row's tests; answers which passed and which did not. A test that did not run is neither. */
const judge = async (row) => {
  const files = [...new Set(row.seen.map(({ file }) => file))];
  const { states, output, code } = await runTests(
    folder,
    files,
    row.seen.map(({ test }) => test),
  );
  const ids = row.seen.map(({ file, test }) => `${file} › ${test}`);
  const failed = ids.filter((id) => states.get(id) === "failed" || states.get(`${id.split(" › ")[0]} › *`) === "failed");
  // Tests that never come to an end have noticed too.
  return { ids, failed: code === 124 ? ids : failed, passed: ids.filter((id) => states.get(id) === "passed"), output };
};

const check = async (row) => {
  const sound = await judge(row);
  if (sound.passed.length < sound.ids.length)
    return {
      state: "unsound",
      says: `without any removal these do not pass: ${sound.ids.filter((id) => !sound.passed.includes(id)).join("; ")}`,
    };
  const back = remove(folder, row);
  try {
    const built = await build(row);
    if (built.code !== 0)
      return { state: "unsound", says: `the copy cannot be built with it removed: ${built.output.slice(-500)}` };
    const { ids, failed } = await judge(row);
    const unmoved = ids.filter((id) => !failed.includes(id));
    return unmoved.length === 0
      ? { state: "noticed", says: failed.join("; ") }
      : { state: "unnoticed", says: `still passing: ${unmoved.join("; ")}` };
  } finally {
    back();
  }
};

let missed = 0;
if (rows.some((row) => row.build === "native")) await build({ build: "native" });
for (const [index, row] of rows.entries()) {
  const from = performance.now();
  const { state, says } = await check(row);
  if (state !== "noticed") missed += 1;
  const seconds = ((performance.now() - from) / 1000).toFixed(0);
  if (json) console.log(JSON.stringify({ removed: row.removed, part: row.part, state, says }));
  else
    console.log(
      `  ${state === "noticed" ? "✓" : "✗"} ${index + 1}/${rows.length} ${row.removed}: ${state}${state === "noticed" ? "" : ` (${says})`}  ${seconds} s`,
    );
}
if (!json) console.log(`removals: ${rows.length - missed} of ${rows.length} noticed`);
process.exit(missed === 0 ? 0 : 1);
