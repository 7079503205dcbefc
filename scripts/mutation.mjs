// npm run mutation: changes src/core and src/verify in small ways, one at a time, and says which changes no test notices; see docs/testing.md.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { listedIn, summaryOf } from "./mutation/summary.mjs";

const help = `npm run mutation -- [--only PATH] [--again] [--summary]
  Mutates src/core and src/verify with StrykerJS, a file at a time, and runs the fast tests that judge it. What was tested before is
  taken from mutation/report unless file or tests changed since. Needs once: npm ci --prefix mutation
    --only PATH  files whose path begins so, e.g. src/core/controls; may be given several times
    --again      forget earlier results
    --summary    run nothing; print what is known
  Exit: 0 each survivor is listed in mutation/survivors/, and whatever is listed survived; 1 not so; 64 the command line is wrong;
        69 StrykerJS is not installed.`;

const root = fileURLToPath(new URL("../", import.meta.url));
const reports = join(root, "mutation/report");
const store = join(reports, "stored.bin");
const stryker = join(root, "mutation/node_modules/@stryker-mutator/core/bin/stryker.js");

const parse = () => {
  try {
    const options = {
      only: { type: "string", multiple: true },
      again: { type: "boolean" },
      summary: { type: "boolean" },
      help: { type: "boolean" },
    };
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(`${error.message}\n\n${help}`);
    return process.exit(64);
  }
};

/** Which tests judge a file. */
const judgesOf = (file) => (file.startsWith("src/core/") ? "core" : file.startsWith("src/verify/invariants/") ? "laws" : "verify");

const mutate = (file) =>
  new Promise((resolve) => {
    const name = file.replaceAll("/", "_");
    const config = {
      ...JSON.parse(readFileSync(join(root, "mutation/stryker.config.json"), "utf8")),
      mutate: [file],
      incrementalFile: `mutation/report/${name}.incremental.json`,
      jsonReporter: { fileName: `mutation/report/${name}.json` },
    };
    config.vitest.configFile = `mutation/${judgesOf(file)}.vitest.config.ts`;
    const path = join(reports, "stryker.config.json");
    writeFileSync(path, JSON.stringify(config));
    // Niced: it takes long, and whoever started it works on meanwhile.
    const child = spawn("nice", ["-n", "10", process.execPath, stryker, "run", path], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, DESKGATE_STORED_RECEIPTS: store },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (chunk) => (output += chunk));
    child.on("close", (code) => resolve({ code, output }));
  });

const { only = ["src/"], again = false, summary = false, help: asked = false } = parse();
if (asked) {
  console.log(help);
  process.exit(0);
}
if (!summary && !existsSync(stryker)) {
  console.error("mutation: StrykerJS is not installed here; once: npm ci --prefix mutation");
  process.exit(69);
}
const files = execFileSync("git", ["ls-files", "src/core", "src/verify"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => file.endsWith(".ts") && only.some((start) => file.startsWith(start)));
if (files.length === 0) {
  console.error(`mutation: no file of src/core or src/verify begins with ${only.join(" or ")}\n\n${help}`);
  process.exit(64);
}
if (again) rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
// Made anew by the first file: whatever receipts look like today.
rmSync(store, { force: true });
let broken = 0;
for (const [index, file] of summary ? [] : files.entries()) {
  const from = performance.now();
  const { code, output } = await mutate(file);
  if (code !== 0) {
    broken += 1;
    console.log(`  ✗ ${file}: StrykerJS ended with ${code}\n${output}`);
    continue;
  }
  const { killed, total } = summaryOf(reports, [file]);
  console.log(
    `  ${index + 1}/${files.length} ${file}: ${killed} of ${total} noticed  ${((performance.now() - from) / 1000).toFixed(0)} s`,
  );
}
const listed = listedIn(join(root, "mutation/survivors")).flatMap(({ ids }) => ids);
const { killed, total, survivors, untested } = summaryOf(reports, files);
const unlisted = survivors.filter(({ id }) => !listed.includes(id));
const tested = files.filter((file) => !untested.includes(file));
// A reason for a mutant that is noticed, or that there is no more, would go on to excuse whatever comes to stand in its place.
const stale = listed.filter((id) => tested.some((file) => id.startsWith(`${file}: `)) && !survivors.some((one) => one.id === id));
for (const { id, where } of unlisted) console.log(`  not noticed, not listed: ${where}  ${JSON.stringify(id)}`);
for (const id of stale) console.log(`  listed, but no survivor: ${JSON.stringify(id)}`);
if (untested.length > 0) console.log(`  not tested yet: ${untested.join(" ")}`);
const score = total === 0 ? 0 : (killed / total) * 100;
console.log(
  `mutation: ${killed} of ${total} mutants noticed (${score.toFixed(1)} %), ${survivors.length} not, of them ${unlisted.length} not listed`,
);
process.exit(broken === 0 && untested.length === 0 && unlisted.length + stale.length === 0 ? 0 : 1);
