// The subprocess way: a program for each step, as the first computer-use demos did it.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { measured } from "./lib.mjs";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "bench-spawn-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

const shot = async () => {
  const path = join(folder, "shot.png");
  await run("scrot", ["--overwrite", path]);
  return readFileSync(path);
};
const at = (i) => [String(40 + (i % 50)), String(60 + (i % 40))];
const focus = async () => {
  const { stdout } = await run("xdotool", ["getwindowfocus"]);
  const id = stdout.trim();
  return run("xprop", ["-id", id, "_NET_WM_NAME", "_NET_WM_PID", "WM_WINDOW_ROLE", "WM_CLASS", "_NET_WM_STATE"]);
};

await measured({
  capture: async () => shot,
  click: async () => (i) => run("xdotool", ["mousemove", ...at(i), "click", "1"]),
  key: async () => () => run("xdotool", ["key", "a"]),
  type50: async () => () => run("xdotool", ["type", "--delay", "0", "--", "a".repeat(50)]),
  observe: async () => focus,
  /** Look, ask who has the focus, act, look again. */
  governed_action: async () => async (i) => {
    await focus();
    await shot();
    await run("xdotool", ["mousemove", ...at(i), "click", "1"]);
    await shot();
  },
});
