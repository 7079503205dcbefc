import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { startDesktop } from "../../../src/adapters/sandbox/index.ts";
import type { SandboxDesktop } from "../../../src/adapters/sandbox/index.ts";
import { built, isAlive, screen, supervisorPath, until } from "./world.ts";

const started: SandboxDesktop[] = [];

const start = async (change: object = {}): Promise<SandboxDesktop> => {
  const desktop = await startDesktop({ screen, supervisorPath, ...change });
  started.push(desktop);
  return desktop;
};

afterEach(async () => {
  for (const desktop of started.splice(0)) await desktop.stop();
});

test("stop leaves no process, no namespace, no file; the second stop says the same", async () => {
  const desktop = await start();
  const target = await desktop.startTarget({ name: "target", executable: built("target") });
  const facts = await desktop.stop();
  expect(facts).toMatchObject({
    complete: true,
    pidfdsAlive: [],
    descendantsLeft: 0,
    namespaceMembersLeft: 0,
    supervisorGone: true,
    runDirectoryGone: true,
  });
  expect(facts.pidfdsDead).toEqual(expect.arrayContaining([desktop.serverPid, target.pid, target.status.reaperPid]));
  for (const pid of [desktop.supervisorPid, ...facts.pidfdsDead]) expect(isAlive(pid)).toBe(false);
  expect(existsSync(desktop.runDirectory)).toBe(false);
  expect(await desktop.stop()).toBe(facts);
  await expect(target.signal("SIGUSR1")).rejects.toMatchObject({ code: "supervisor_lost" });
});

test("two desktops at once are each other's strangers", async () => {
  const [one, two] = [await start(), await start()];
  expect(one.runDirectory).not.toBe(two.runDirectory);
  expect(Buffer.from(one.cookie).equals(Buffer.from(two.cookie))).toBe(false);
  await one.stop();
  await two.startTarget({ name: "target", executable: built("target") });
});

test("a supervisor that is killed takes everything with it at once, and the next start sweeps what it left on disk", async () => {
  const desktop = await start();
  const target = await desktop.startTarget({ name: "target", executable: built("target") });
  const pids = [desktop.serverPid, target.pid, target.status.reaperPid];
  expect(pids.every(isAlive)).toBe(true);
  process.kill(desktop.supervisorPid, "SIGKILL");
  expect(await until(() => !pids.some(isAlive), 500)).toBe(true);
  expect(await target.exited).toBeDefined();
  const facts = await desktop.stop();
  // Nobody could count any more, so it is not called complete; what can be seen is gone.
  expect(facts).toMatchObject({
    complete: false,
    descendantsLeft: -1,
    namespaceMembersLeft: 0,
    supervisorGone: true,
  });
  expect(existsSync(desktop.runDirectory)).toBe(true);
  // This process still lives and is one of the owners; the directory is given owners that are dead.
  writeFileSync(join(desktop.runDirectory, "owners.json"), JSON.stringify([{ pid: process.pid, startTimeTicks: "1" }]));
  await start();
  expect(existsSync(desktop.runDirectory)).toBe(false);
});

test("a host program that is killed leaves no process, and the next start sweeps what it left on disk", async () => {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const host = spawn(process.execPath, [join(root, "test/live/sandbox/host.mjs"), root], { stdio: ["ignore", "pipe", "inherit"] });
  const line = await new Promise<string>((resolve) => host.stdout.setEncoding("utf8").once("data", resolve));
  const { pids, runDirectory }: { pids: number[]; runDirectory: string } = JSON.parse(line);
  expect(pids.every(isAlive)).toBe(true);
  host.kill("SIGKILL");
  expect(await until(() => !pids.some(isAlive), 500)).toBe(true);
  expect(existsSync(runDirectory)).toBe(true);
  await start();
  expect(existsSync(runDirectory)).toBe(false);
});

test("a target that is killed is told, and its desktop goes on", async () => {
  const desktop = await start();
  const target = await desktop.startTarget({ name: "target", executable: built("target") });
  await target.signal("SIGKILL");
  expect(await target.exited).toEqual({ code: 137 });
  await desktop.startTarget({ name: "second", executable: built("target") });
});

test("a descriptor that whoever starts us left open does not travel into the sandbox", async () => {
  // A launcher that leaves descriptor 9 open in front of the supervisor, as a shell did when this was found.
  const folder = mkdtempSync("/tmp/deskgate-test-");
  chmodSync(folder, 0o755);
  try {
    const launcher = join(folder, "supervisor");
    writeFileSync(launcher, `#!/bin/sh\nexec 9</etc/passwd\nexec ${supervisorPath}\n`, {
      mode: 0o755,
    });
    const desktop = await start({ supervisorPath: launcher });
    const target = await desktop.startTarget({ name: "target", executable: built("target") });
    const open = readdirSync(`/proc/${target.pid}/fd`).map((number) => readlinkSync(`/proc/${target.pid}/fd/${number}`));
    expect(open).toContain("/dev/null");
    expect(open.filter((link) => !/^(\/dev\/null|pipe:|socket:|anon_inode:\[eventfd\])/.test(link))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each([
  {
    name: "a screen of no size",
    spec: { screen: { widthPx: 0, heightPx: 768, depth: 24 as const } },
    code: "spec_refused",
  },
  {
    name: "a supervisor that is not there",
    spec: { supervisorPath: "/nonexistent/supervisor" },
    code: "confinement_unavailable",
  },
  {
    name: "a relative run directory",
    spec: { runDirectory: "run" },
    code: "run_directory_refused",
  },
  {
    name: "a run directory below one that does not exist",
    spec: { runDirectory: "/tmp/deskgate-none/run" },
    code: "run_directory_refused",
  },
  {
    name: "a run directory too long for a socket",
    spec: { runDirectory: `/tmp/${"x".repeat(100)}` },
    code: "run_directory_refused",
  },
])("$name: $code, and nothing is left", async ({ spec, code }) => {
  await expect(startDesktop({ screen, supervisorPath, ...spec })).rejects.toMatchObject({ code });
});

test("a run directory that exists is refused and untouched", async () => {
  const parent = mkdtempSync("/tmp/deskgate-test-");
  const taken = join(parent, "run");
  mkdirSync(taken);
  try {
    await expect(startDesktop({ screen, supervisorPath, runDirectory: taken })).rejects.toMatchObject({
      code: "run_directory_refused",
    });
    expect(existsSync(taken)).toBe(true);
  } finally {
    rmSync(parent, { recursive: true });
  }
});

test.each([
  { name: "a name that is no name", spec: { name: "../x" }, code: "spec_refused" },
  {
    name: "a program that does not exist",
    spec: { executable: "/nonexistent/program" },
    code: "spec_refused",
  },
  { name: "input with a path", spec: { input: { "../x": "y" } }, code: "spec_refused" },
  {
    name: "one of the recipe's variables",
    spec: { environment: { DISPLAY: ":1" } },
    code: "spec_refused",
  },
  {
    name: "a program that ends at once",
    spec: { executable: "/usr/bin/true" },
    code: "target_failed",
  },
  {
    name: "a program that never says that it is ready",
    spec: { executable: "/usr/bin/sleep", arguments: ["30"], startMsMax: 200 },
    code: "log_timeout",
  },
])("target, $name: $code", async ({ spec, code }) => {
  const desktop = await start();
  await expect(desktop.startTarget({ name: "target", executable: built("target"), ...spec })).rejects.toMatchObject({ code });
});

test("aborting a start ends it and leaves nothing", async () => {
  const stop = new AbortController();
  const starting = startDesktop({ screen, supervisorPath }, stop.signal);
  stop.abort(new Error("enough"));
  await expect(starting).rejects.toThrow("enough");
});
