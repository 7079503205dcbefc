import { createHash } from "node:crypto";
import { spawn } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { judgeProbes, measureConfinement, recheckConfinement } from "../../../src/adapters/host/index.ts";
import { openProbeTargets, runProbes, startDesktop } from "../../../src/adapters/sandbox/index.ts";
import type { ProbeTargets, SandboxDesktop, SandboxedProcess } from "../../../src/adapters/sandbox/index.ts";
import { built, expectationsOf, screen, supervisorPath } from "./world.ts";

let desktop: SandboxDesktop;
let target: SandboxedProcess;
let targets: ProbeTargets;

beforeAll(async () => {
  desktop = await startDesktop({ screen, supervisorPath });
  targets = await openProbeTargets(desktop);
  target = await desktop.startTarget({
    name: "target",
    executable: built("target"),
    companions: [built("probe")],
    input: { "probe.conf": targets.config },
  });
});

afterAll(async () => {
  await targets?.close();
  expect(await desktop?.stop()).toMatchObject({ complete: true });
});

test("nothing runs as root, and the window is there", () => {
  expect(desktop.uid).toBeGreaterThan(0);
  expect(target.log.all().find(({ event }) => event === "mapped")).toMatchObject({
    event: "mapped",
    pidInside: 2,
    window: { width: 480, height: 240 },
  });
  expect(target.diagnostics()).toEqual([]);
});

test("every fact of the measurement is as the allowlists say", async () => {
  const expected = await expectationsOf(desktop, target);
  const measured = await measureConfinement(target.pid, expected);
  expect(measured.findings).toEqual([]);
  expect(measured.verdict).toBe("ok");
  expect(measured.process).toMatchObject({
    pid: target.pid,
    pidInside: 2,
    startTimeTicks: target.startTimeTicks,
    uid: desktop.uid,
  });
  expect(Object.keys(measured.namespaces)).toHaveLength(7);
  expect(Object.values(measured.digests).every((digest) => /^[0-9a-f]{64}$/.test(digest ?? ""))).toBe(true);
  expect(JSON.stringify(measured.digests)).not.toContain("/tmp");
  expect(await recheckConfinement(measured)).toEqual({ verdict: "ok", findings: [] });
});

test("each expectation that is changed is found, under its own name", async () => {
  const expected = await expectationsOf(desktop, target);
  const names = async (change: object): Promise<readonly string[]> =>
    (await measureConfinement(target.pid, { ...expected, ...change })).findings.map(({ name, verdict }) => `${name} ${verdict}`);
  const [first, ...mounts] = expected.mounts;
  expect(await names({ mounts })).toEqual(["mounts wrong"]);
  expect(await names({ mounts: [{ ...first, access: "rw" }, ...mounts] })).toEqual(["mounts wrong"]);
  const elsewhere = expected.mounts.map((rule) =>
    rule.point === "/task/in" ? { ...rule, source: { device: "1", inode: "1" } } : rule,
  );
  expect(await names({ mounts: elsewhere })).toEqual(["mount_sources wrong"]);
  expect(await names({ environment: { exact: { ...expected.environment.exact, HOME: "/root" } } })).toEqual(["environment wrong"]);
  expect(await names({ executable: { ...expected.executable, sha256: "0".repeat(64) } })).toEqual(["executable wrong"]);
  expect(await names({ descriptors: { ...expected.descriptors, others: [] } })).toEqual(["descriptors wrong"]);
  expect(await names({ claimedNamespaces: { net: 1 } })).toEqual(["namespace.net.claimed wrong"]);
  expect(await names({ uid: desktop.uid + 1 })).toContain("ids wrong");
});

test("this test's own process, which nothing confines, fails nearly all of it", async () => {
  const measured = await measureConfinement(process.pid, await expectationsOf(desktop, target));
  expect(measured.verdict).toBe("wrong");
  const wrong = new Set(measured.findings.map(({ name }) => name));
  for (const name of ["lock", "namespace.user", "namespace.net", "mounts", "executable", "environment", "reaper"])
    expect(wrong).toContain(name);
});

test("a process that is gone is unknown, not ok", async () => {
  const child = spawn("/bin/true");
  const pid = child.pid ?? 0;
  await new Promise((resolve) => child.once("close", resolve));
  const measured = await measureConfinement(pid, await expectationsOf(desktop, target));
  expect(measured.verdict).toBe("unknown");
  expect(measured.process).toBeUndefined();
});

test("the live target's own child meets every refusal, each with a control that passed", async () => {
  const expected = await expectationsOf(desktop, target);
  const run = await runProbes(target, async (child) => {
    const measured = await measureConfinement(target.pid, expected);
    expect(measured.findings).toEqual([]);
    expect(measured.descendants.map(({ pid, startTimeTicks }) => ({ pid, startTimeTicks }))).toEqual([child]);
  });
  expect(run.exitCode).toBe(0);
  const outside = await desktop.runOutside({
    name: "outside",
    executable: built("probe"),
    arguments: targets.outsideArguments,
  });
  expect(outside.exit).toEqual({ code: 0 });
  const report = judgeProbes(run.events, outside.events);
  expect(report.outcomes.filter(({ verdict }) => verdict !== "ok")).toEqual([]);
  expect(report).toMatchObject({ verdict: "ok", allowedCount: 2, unexpectedNames: [] });
  expect(report.refusedCount).toBeGreaterThanOrEqual(40);
  expect(report.controlsPassedCount).toBe(report.outcomes.length);
});

test("the probe program does nothing where bubblewrap's reaper is not pid 1", async () => {
  const ran = await desktop.runOutside({
    name: "unconfined",
    executable: built("probe"),
    arguments: ["--inside", "/dev/null"],
  });
  expect(ran).toEqual({ events: [], exit: { code: 77 } });
});

test("signals: present is said before it is done; the patch changes; input is none of it", async () => {
  const from = target.log.all().length;
  await target.signal("SIGUSR1");
  await target.log.waitFor(({ event }) => event === "presented", { timeoutMs: 2000, from });
  await target.signal("SIGUSR2");
  await target.log.waitFor(({ event }) => event === "pixels_changed", { timeoutMs: 2000, from });
  const events = target.log.all().slice(from);
  expect(events.filter(({ event }) => event !== "input").map(({ event, name }) => name ?? event)).toEqual([
    "SIGUSR1",
    "presented",
    "SIGUSR2",
    "pixels_changed",
  ]);
  expect(events.filter((event) => event["class"] === "input")).toEqual([]);
});

test("a signal reaches only what is below that target", async () => {
  await expect(target.signal("SIGTERM", process.pid)).rejects.toMatchObject({
    code: "signal_failed",
  });
  await expect(target.signal("SIGTERM", desktop.serverPid)).rejects.toMatchObject({
    code: "signal_failed",
  });
});

test("the occluder takes the focus from the target, and the operator's signal brings it back", async () => {
  const from = target.log.all().length;
  const occluder = await desktop.startTarget({
    name: "occluder",
    executable: built("occluder"),
    arguments: ["--x", "700", "--y", "500"],
  });
  const focus = (kind: string) => target.log.waitFor((event) => event["kind"] === kind, { timeoutMs: 2000, from });
  expect(occluder.log.all().some((event) => event["kind"] === "focus_in")).toBe(true);
  await focus("focus_out");
  await target.signal("SIGUSR1");
  await focus("focus_in");
  expect([...target.log.all().slice(from), ...occluder.log.all()].filter((event) => event["class"] === "input")).toEqual([]);
  expect(await occluder.stop()).toEqual({ signal: 9 });
});

/** A shell in the sandbox as the target, so that it plants what a hostile program would. */
const hostile = async (name: string, commands: string): Promise<SandboxedProcess> =>
  desktop.startTarget({
    name,
    executable: "/usr/bin/dash",
    arguments: ["-c", `${commands}; echo '{"event":"mapped"}'; exec sleep 30`],
  });

test("output: what was written is what is read", async () => {
  expect(await target.readOutput("result.txt")).toBeUndefined();
  const writer = await hostile("writer", "cd /task/out && printf 'seventeen bytes!!' > result.txt");
  const bytes = new TextEncoder().encode("seventeen bytes!!");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  expect(await writer.readOutput("result.txt")).toEqual({ bytes, sizeBytes: 17, sha256 });
  await expect(writer.readOutput("result.txt", { bytesMax: 16 })).rejects.toMatchObject({
    code: "output_refused",
  });
});

test("output: nothing that a hostile target plants is followed, opened or believed", async () => {
  const planter = await hostile(
    "planter",
    "cd /task/out && ln -s /etc/passwd link && ln -s .. up && mkfifo fifo && echo x > two && ln two other && echo x > set && chmod u+s set && mkdir folder",
  );
  for (const path of ["link", "up/in", "../in", "/etc/passwd", "fifo", "two", "other", "set", "folder"]) {
    await expect(planter.readOutput(path), path).rejects.toMatchObject({ code: "output_refused" });
  }
  // And what was planted does not stand in the way of the end: afterAll demands complete cleanup.
});
