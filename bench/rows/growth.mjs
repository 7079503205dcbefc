// How cost and memory grow: with actions in a run, with desktops at once, with windows on a display, with captures and dispatches.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { dispatcher, onPatch } from "../lib/gate.mjs";
import { measure, summary } from "../lib/measure.mjs";
import { openDisplay } from "../lib/display.mjs";

const quiet = () => new AbortController().signal;
const point = (id, x, p50) => ({ id, x, p50 });

const actions = async (bench) => {
  const marks = bench.quick ? [10, 100] : [10, 100, 1_000, 10_000];
  const { took } = await (await bench.governed()).clicks(marks.at(-1));
  return marks.map((x) => point("actions_in_a_run", x, summary(took.slice(Math.max(0, x - 100), x)).p50));
};

const desktops = async (bench) => {
  const open = [];
  const points = [];
  try {
    for (const x of bench.quick ? [1, 2] : [1, 4, 16]) {
      while (open.length < x) open.push(await openDisplay({ widthPx: 1280, heightPx: 800 }, bench.scratch));
      const gate = await open[0].openGate();
      const { p50 } = await measure(async () => {
        await gate.capture({ scope: "display", ignore: [], settle: undefined, compareTo: null }, quiet());
        gate.keepOnly([]);
      }, bench.counts);
      await gate.release(quiet());
      points.push(point("desktops_at_once", x, p50));
    }
  } finally {
    for (const display of open) await display.close();
  }
  return points;
};

/** A client with so many mapped windows, until `stop`. */
const crowd = async (env, count) => {
  const child = spawn(process.execPath, [fileURLToPath(new URL("../peers/crowd.mjs", import.meta.url)), String(count)], {
    env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const line = await Promise.race([new Promise((resolve) => createInterface(child.stdout).once("line", resolve)), ended]);
  if (line !== "mapped") throw new Error(`no crowd of ${count} windows`);
  return async () => {
    child.stdin.end();
    await ended;
  };
};

const windows = async (bench) => {
  const { eyes } = bench.display.stage;
  const points = [];
  for (const x of bench.quick ? [1, 101] : [1, 11, 101, 1_001]) {
    const stop = x === 1 ? async () => undefined : await crowd(bench.display.env, x - 1);
    points.push(point("windows_on_the_display", x, (await measure(async () => eyes.look(quiet()), bench.counts)).p50));
    await stop();
  }
  return points;
};

const rssMiB = () => {
  globalThis.gc?.();
  return Math.round(process.memoryUsage.rss() / 104_857.6) / 10;
};

const memory = async (bench) => {
  const marks = bench.quick ? [100, 1_000] : [1_000, 10_000];
  const rows = [];
  const gate = await bench.display.openGate();
  for (let i = 1; i <= marks.at(-1); i += 1) {
    await gate.capture({ scope: "display", ignore: [], settle: undefined, compareTo: null }, quiet());
    gate.keepOnly([]);
    if (marks.includes(i)) rows.push({ id: "captures", after: i, rssMiB: rssMiB() });
  }
  await gate.release(quiet());
  const primitive = { type: "click", button: "left", count: 1, modifiers: [] };
  const { stage } = bench.display;
  const clicks = await dispatcher(bench.display, { scope: "display", primitive, pointAt: onPatch(stage) });
  for (let i = 1; i <= marks.at(-1); i += 1) {
    await clicks.dispatch(i);
    if (marks.includes(i)) rows.push({ id: "dispatches", after: i, rssMiB: rssMiB() });
  }
  await clicks.close();
  return rows;
};

export const growth = [actions, desktops, windows];
export { memory };
