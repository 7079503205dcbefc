// npm run bench: prints what is measured, as ratios within one run, and writes bench/results.json. See docs/performance.md.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, release, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { jsonOf } from "./lib/children.mjs";
import { openDisplay } from "./lib/display.mjs";
import { judged } from "./lib/goals.mjs";
import { openGoverned } from "./lib/governed.mjs";
import { nativeMedians } from "./lib/native.mjs";
import { buildLimit, installPeers } from "./lib/setup.mjs";
import { tableOf } from "./lib/table.mjs";
import { governed } from "./rows/governed.mjs";
import { growth, memory } from "./rows/growth.mjs";
import { input } from "./rows/input.mjs";
import { observe } from "./rows/observe.mjs";
import { pixels, pixels4k } from "./rows/pixels.mjs";
import { start } from "./rows/start.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));

const machine = () => {
  const version = () => execFileSync("dpkg-query", ["-W", "-f=${Version}", "xvfb"], { encoding: "utf8" });
  const xvfb = (() => {
    try {
      return version();
    } catch {
      return "unknown";
    }
  })();
  return { cpu: cpus()[0]?.model ?? "unknown", cores: cpus().length, kernel: release(), node: process.version, xvfb };
};

/** What the rows of one display measure with. A peer that fails is said and left out: not measured is not slow. */
const benchOf = (display, { scratch, limit, quick, say, figures }) => {
  const counts = quick ? { runs: 60, warm: 10 } : { runs: 200, warm: 20 };
  const few = quick ? { runs: 5, warm: 1 } : { runs: 30, warm: 3 };
  let opened;
  const child = async (name, program, args, env) => {
    try {
      return { name, ...(await jsonOf(program, args, { ...display.env, ...env })) };
    } catch (error) {
      say(`${name} is not measured: ${error.message}`);
      return { name };
    }
  };
  const times = ({ runs, warm }) => [String(runs), String(warm)];
  return {
    display,
    scratch,
    quick,
    counts,
    few,
    figures,
    native: nativeMedians(display, counts),
    peer: (name, file, what, how, env) =>
      child(name, process.execPath, [join(here, `peers/${file}.mjs`), what, ...times(how === "few" ? few : counts)], env),
    limit: (row, name, env) => (limit === undefined ? { name } : child(name, limit, [row, ...times(counts)], env)),
    governed: async () => (opened ??= await openGoverned(display, scratch)),
    close: () => opened?.close(),
  };
};

const measureRows = async (bench, rows, only, say) => {
  for (const { id, run } of rows) {
    // A row that another one is held against is measured with it.
    if (only !== undefined && !only.includes(id)) continue;
    say(id);
    const { alternatives, ...row } = await run(bench);
    const measured = alternatives.filter(({ p50 }) => p50 !== undefined);
    bench.figures.set(id, judged({ id, unit: "ms", ...row, alternatives: measured }));
  }
};

const needed = { gate_click: ["check"], governed_action: ["check", "gate_click"] };

/** Measures what is asked for; answers the content of results.json. */
export const measureAll = async ({ quick, only, say }) => {
  const scratch = mkdtempSync(join(tmpdir(), "deskgate-bench-"));
  const figures = new Map();
  const wanted = only && [...new Set(only.flatMap((id) => [...(needed[id] ?? []), id]))];
  const results = { machine: machine(), screen: "1920x1080", runs: quick ? 60 : 200, rows: [], growth: [], memory: [] };
  try {
    await installPeers(here, say);
    const shared = { scratch, quick, say, figures, limit: await buildLimit(here, say) };
    const onDisplay = async (widthPx, heightPx, work) => {
      const display = await openDisplay({ widthPx, heightPx }, scratch);
      const bench = benchOf(display, shared);
      try {
        await work(bench);
      } finally {
        bench.close();
        await display.close();
      }
    };
    await onDisplay(1920, 1080, async (bench) => {
      await measureRows(bench, [...pixels, ...input, ...observe, ...governed, ...start], wanted, say);
      if (wanted !== undefined) return;
      for (const grow of growth) {
        say(`growth: ${grow.name}`);
        results.growth.push(...(await grow(bench)));
      }
      say("memory");
      results.memory.push(...(await memory(bench)));
    });
    if (wanted === undefined || wanted.some((id) => id.endsWith("_4k")))
      await onDisplay(3840, 2160, (bench) => measureRows(bench, pixels4k, wanted, say));
    results.rows.push(...figures.values());
    return results;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};

export const write = (results) => writeFileSync(join(here, "results.json"), `${JSON.stringify(results, null, 2)}\n`);
export { tableOf };
