// One socket path and no other way in: no display names, no TCP, no standard place.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as native from "../../../native/index.js";
import { faultCode, observe, op, open, openObserver, value } from "./desk.ts";
import { Peer } from "./peer.ts";
import { startServer, type Server } from "./server.ts";

const ADDON = new URL("../../../native/index.js", import.meta.url);

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const options = (): native.ConnectOptions => ({
  socketPath: server.socketPath,
  cookie: server.cookie,
  deadlineMs: 1000,
});

test("the server's process is told, and a wrong one is refused", async () => {
  const desktop = await open(server);
  expect(desktop.facts.serverPid).toBe(server.pid);
  expect(faultCode(await native.connect({ ...options(), serverPid: process.pid }))).toBe("server_mismatch");
  desktop.close();
});

test("without the cookie, and with a wrong one, nobody gets in", async () => {
  expect(faultCode(await native.connect({ socketPath: server.socketPath, deadlineMs: 1000 }))).toBe("connect_failed");
  expect(faultCode(await native.connectObserver({ ...options(), cookie: new Uint8Array(16) }))).toBe("connect_failed");
});

test("a path without a server is a fault, although a server listens in the standard place", async () => {
  const directory = mkdtempSync(join(tmpdir(), "deskgate-"));
  const socketPath = join(directory, "X0");
  expect(faultCode(await native.connect({ ...options(), socketPath }))).toBe("connect_failed");
  rmSync(directory, { recursive: true });
});

test("a listener that says nothing costs one deadline, and one that says nonsense is a fault", async () => {
  const directory = mkdtempSync(join(tmpdir(), "deskgate-"));
  for (const [name, speech, code] of [
    ["silent", "", "deadline"],
    ["nonsense", "HTTP/1.1 200 OK\r\n\r\n".repeat(99), "connect_failed"],
  ] as const) {
    const socketPath = join(directory, name);
    const listener = createServer((socket) => {
      socket.on("error", () => {});
      if (speech !== "") socket.end(speech);
    }).listen(socketPath);
    await once(listener, "listening");
    const started = Date.now();
    expect(faultCode(await native.connect({ socketPath, deadlineMs: 200 }))).toBe(code);
    expect(Date.now() - started).toBeLessThan(1000);
    listener.close();
  }
  rmSync(directory, { recursive: true });
});

test.each([
  ["a relative path", { socketPath: "X0" }],
  ["a display name", { socketPath: ":0" }],
  ["a short cookie", { cookie: new Uint8Array(15) }],
  ["no deadline", { deadlineMs: 0 }],
  ["a deadline of an hour", { deadlineMs: 3_600_000 }],
])("%s is misuse and throws", (_, wrong) => {
  expect(() => native.connect({ ...options(), ...wrong })).toThrow();
});

test("an observer observes and has no way to act", async () => {
  const observer = await openObserver(server);
  expect((await observe(observer)).root).toMatchObject({ width: 800, height: 600, depth: 24 });
  expect(value(await observer.queryInput(op()))).toMatchObject({
    keycodesDown: [],
    buttonsDown: [],
    ownedByUs: [],
  });
  for (const name of ["lease", "dispatch", "capture", "release", "pixels"]) expect(name in observer).toBe(false);
  observer.close();
});

test("after close every call is a fault, and close may be repeated", async () => {
  const desktop = await open(server);
  const waiting = desktop.waitForStill(op(), { quietMs: 5000, maxMs: 5000 });
  const behind = desktop.observe(op());
  desktop.close();
  desktop.close();
  expect(faultCode(await waiting)).toMatch(/cancelled|closed/);
  expect(faultCode(await behind)).toBe("closed");
  expect(faultCode(await desktop.observe(op()))).toBe("closed");
});

/** As long as it takes, without giving the thread up: a cancellation has to meet each moment of a call of some hundred microseconds. */
const spinUs = (us: number): void => {
  const until = native.nowUs() + us;
  while (native.nowUs() < until);
};

test("a call cancelled at whatever moment, also while it writes, leaves a connection that goes on working", async () => {
  const handle = await openObserver(server);
  const ends = new Set<string>();
  for (let i = 0; i < 400; i += 1) {
    const operation = op();
    const looking = handle.observe(operation, { points: [{ x: 1, y: 1 }] });
    spinUs((i % 80) * 5);
    handle.cancel(operation);
    const answer = await looking;
    ends.add(answer.ok ? "answered" : answer.fault.code);
  }
  expect(["answered", "cancelled"]).toEqual(expect.arrayContaining([...ends]));
  expect((await observe(handle)).root.width).toBe(800);
  handle.close();
});

test("a running call is cancelled at once, a waiting one never starts, and the handle goes on working", async () => {
  const desktop = await open(server);
  const [running, waiting] = [op(), op()];
  const started = Date.now();
  const first = desktop.waitForStill(running, { quietMs: 5000, maxMs: 5000 });
  const second = desktop.capture(waiting, { scope: { kind: "display" } });
  desktop.cancel(waiting);
  setTimeout(() => desktop.cancel(running), 50);
  expect(faultCode(await first)).toBe("cancelled");
  expect(faultCode(await second)).toBe("cancelled");
  expect(Date.now() - started).toBeLessThan(1000);
  value(await desktop.observe(op()));
  desktop.cancel(running);
  value(await desktop.observe(op()));
  desktop.close();
});

test("the queue is bounded, and an operation number in flight is not taken twice", async () => {
  const desktop = await open(server);
  const blocking = desktop.waitForStill(op(), { quietMs: 300, maxMs: 300 });
  const number = op();
  const calls = [desktop.observe(number), ...Array.from({ length: 80 }, () => desktop.observe(op()))];
  expect(() => desktop.observe(number)).toThrow(/in flight/);
  const answers = await Promise.all(calls);
  value(await blocking);
  const full = answers.filter((answer) => !answer.ok && answer.fault.code === "queue_full").length;
  expect(full).toBeGreaterThanOrEqual(15);
  expect(answers.filter((answer) => answer.ok).length).toBe(answers.length - full);
  desktop.close();
});

test("a server that dies is connection_lost for the call that waits and for those after", async () => {
  const mortal = await startServer();
  const desktop = await open(mortal);
  const waiting = desktop.waitForStill(op(), { quietMs: 5000, maxMs: 5000 });
  setTimeout(() => void mortal.stop(), 50);
  expect(faultCode(await waiting)).toBe("connection_lost");
  expect(faultCode(await desktop.observe(op()))).toBe("connection_lost");
  desktop.close();
});

test("a process that ends with a key down lets go of it", async () => {
  const target = await Peer.connect(server);
  const window = await target.window({ title: "target" });
  await target.focus(window);
  const script = `
    const native = await import(${JSON.stringify(ADDON.href)});
    const { value: desktop } = await native.connect({ socketPath: ${JSON.stringify(server.socketPath)}, cookie: Uint8Array.from(${JSON.stringify([...server.cookie])}), deadlineMs: 1000 });
    await desktop.lease(1);
    const { value: seen } = await desktop.observe(2);
    const { value: shot } = await desktop.capture(3, { scope: { kind: "display" } });
    const it = seen.windows.find((window) => window.id === ${window});
    const { value: done } = await desktop.dispatch(4, { frame: shot.frame, windowId: it.id, client: it.client, geometry: it.geometry, title: "target", focusId: seen.focus.windowId }, { kind: "key_down", chord: "shift" }, native.nowUs() + 1e6);
    process.stdout.write(done.outcome);
    process.exit(0);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (data) => (said += String(data)));
  await once(child, "exit");
  expect(said).toBe("dispatched");
  expect(await target.input()).toEqual(["KeyPress", "KeyRelease"]);
  const observer = await openObserver(server);
  expect(value(await observer.queryInput(op()))).toMatchObject({
    keycodesDown: [],
    selections: { lease: 0 },
  });
  observer.close();
  target.close();
});

test("two workers load the addon, and one that is terminated in a call harms nobody", async () => {
  const source = `
    const { workerData, parentPort } = require("node:worker_threads");
    import(workerData.addon).then(async (native) => {
      const { value: desktop } = await native.connect(workerData.options);
      const seen = await desktop.observe(1);
      parentPort.postMessage(seen.ok);
      await desktop.waitForStill(2, { quietMs: 10000, maxMs: 10000 });
    });`;
  const workers = [1, 2].map(() => new Worker(source, { eval: true, workerData: { addon: ADDON.href, options: options() } }));
  expect(await Promise.all(workers.map((worker) => once(worker, "message")))).toEqual([[true], [true]]);
  for (const worker of workers) await worker.terminate();
  const desktop = await open(server);
  value(await desktop.observe(op()));
  desktop.close();
});

test("the main thread is never blocked for long", async () => {
  const desktop = await open(server);
  let longest = 0;
  let last = process.hrtime.bigint();
  let running = true;
  const beat = (): void => {
    const now = process.hrtime.bigint();
    longest = Math.max(longest, Number(now - last) / 1e6);
    last = now;
    if (running) setImmediate(beat);
  };
  beat();
  value(await desktop.waitForStill(op(), { quietMs: 300, maxMs: 400 }));
  running = false;
  // The bar is 1 ms; a shared machine adds pauses of its own, a blocked thread would show the whole 300.
  expect(longest).toBeLessThan(100);
  desktop.close();
});

test("the clock is that of process.hrtime", () => {
  const before = process.hrtime.bigint() / 1000n;
  const now = BigInt(native.nowUs());
  const after = process.hrtime.bigint() / 1000n;
  expect(now >= before && now <= after).toBe(true);
});

test("the addon names no way to open a display by name", () => {
  expect(existsSync(new URL("../../../native/deskgate.node", import.meta.url))).toBe(true);
  expect(readFileSync(new URL("../../../clippy.toml", import.meta.url), "utf8")).toContain("x11rb::connect");
});
