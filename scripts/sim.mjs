// npm run sim: simulates many runs of random policies, worlds and planners, and judges each; see docs/testing.md. Node built-ins only.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { spawn } from "node:child_process";

const help = `npm run sim -- [--runs N] [--seed S] [--jobs J]
  Simulates N runs (default 100000) from seed S (default: of the clock) in J processes (default: one a core). Each run is replayed, and
  judged by the laws of the verifier; one in 20 is signed and verified as well. The first run that fails is shrunk to the fewest
  gremlins and planner calls and printed, event by event, with the command that repeats it.
  Exit: 0 all runs are as they must be, 1 one is not, 64 the command line is wrong.`;

const numberOf = (text, name, min) => {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= min) return value;
  console.error(`--${name} is a whole number of at least ${min}, not ${JSON.stringify(text)}\n\n${help}`);
  process.exit(64);
};

const parse = () => {
  try {
    const options = { runs: { type: "string" }, seed: { type: "string" }, jobs: { type: "string" }, help: { type: "boolean" } };
    const { values } = parseArgs({ options });
    if (values.help) {
      console.log(help);
      process.exit(0);
    }
    const runs = numberOf(values.runs ?? "100000", "runs", 1);
    const jobs = numberOf(values.jobs ?? String(availableParallelism()), "jobs", 1);
    return { runs, jobs: Math.min(jobs, runs), seed: numberOf(values.seed ?? String(Date.now() % 2_000_000_000), "seed", 0) };
  } catch (error) {
    console.error(`${error.message}\n\n${help}`);
    process.exit(64);
  }
};

/** What a worker has told so far: lines of JSON, of which the last may be half written. */
const told = (file) => {
  try {
    const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
    return Object.assign({}, ...lines.map((line) => JSON.parse(line)));
  } catch {
    return {};
  }
};

const { runs, jobs, seed } = parse();
const folder = mkdtempSync(join(tmpdir(), "deskgate-sim-"));
const share = Math.ceil(runs / jobs);
const workers = Array.from({ length: jobs }, (_, index) => {
  const first = seed + index * share;
  const count = Math.min(share, seed + runs - first);
  return { file: join(folder, `${index}.jsonl`), first, count };
}).filter(({ count }) => count > 0);

const start = ({ file, first, count }) => {
  const env = { ...process.env, DESKGATE_SIM_RUNS: String(count), DESKGATE_SIM_SEED: String(first), DESKGATE_SIM_PROGRESS: file };
  const args = ["--no-install", "vitest", "run", "--project", "sim", "--maxWorkers=1", "--reporter=dot"];
  // A group of its own, since npx and vitest start processes: all of a worker ends with it.
  const child = spawn("npx", args, { env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (chunk) => (output += chunk));
  return { child, ended: new Promise((resolve) => child.on("close", (code) => resolve({ code, file, output }))) };
};

console.log(`simulating ${runs} runs from seed ${seed} in ${workers.length} processes`);
const from = performance.now();
const started = workers.map(start);
const stop = () => {
  for (const { child } of started)
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      try {
        process.kill(-child.pid, "SIGTERM");
      } catch {
        // It ended meanwhile.
      }
};
process.on("SIGINT", () => (stop(), rmSync(folder, { recursive: true, force: true }), process.exit(130)));

const progress = () => {
  const done = workers.reduce((sum, { file }) => sum + (told(file).done ?? 0), 0);
  const seconds = (performance.now() - from) / 1000;
  return `  ${done} of ${runs} runs  ${seconds.toFixed(0)} s  ${(done / seconds).toFixed(0)} runs/s`;
};
const timer = setInterval(() => (process.stdout.isTTY ? process.stdout.write(`\r${progress()}`) : console.log(progress())), 5000);

/** The first worker that fails ends the others: one failing run is enough to look at. */
const results = await Promise.all(started.map(({ ended }) => ended.then((result) => (result.code === 0 || stop(), result))));
clearInterval(timer);
if (process.stdout.isTTY) process.stdout.write("\n");
const failures = results.flatMap(({ file }) => told(file).failure ?? []);
for (const { file, code, output } of results) {
  const { report } = told(file);
  if (report !== undefined) console.log(report);
  else if (failures.length === 0) console.log(`a process ended with code ${code}:\n${output}`);
}
for (const failure of failures) console.log(failure);
console.log(progress());
const passed = results.every(({ code, file }) => code === 0 && told(file).report !== undefined);
rmSync(folder, { recursive: true, force: true });
console.log(passed ? `sim: ${runs} runs are as they must be` : "sim: a run is not as it must be");
process.exit(passed ? 0 : 1);
