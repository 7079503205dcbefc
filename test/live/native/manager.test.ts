// With a window manager: the same verdicts, its frames seen through, and a click that it hands on arrives.
import { spawn, type ChildProcess } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Desktop } from "../../../native/index.js";
import { dispatch, observe, op, open, outcome, plan, value } from "./desk.ts";
import { buildGtkTarget, GtkTarget } from "./gtk.ts";
import { end, startServer, type Server } from "./server.ts";

let server: Server;
let manager: ChildProcess;
let target: GtkTarget;
let desktop: Desktop;

beforeAll(async () => {
  server = await startServer();
  manager = spawn("openbox", ["--sm-disable"], {
    env: {
      ...process.env,
      DISPLAY: server.display,
      XAUTHORITY: server.xauthority,
      HOME: server.directory,
    },
    stdio: "ignore",
  });
  desktop = await open(server);
  for (let tries = 0; (await observe(desktop)).clientList === null; tries += 1) {
    if (tries > 200) throw new Error("openbox did not start");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  target = await GtkTarget.start(server, buildGtkTarget(server));
  value(await desktop.lease(op()));
});
afterAll(async () => {
  desktop.close();
  await target.stop();
  await end(manager);
  await server.stop();
});

test("the client window is found in its frame, with the target's process", async () => {
  const seen = await observe(desktop);
  const window = seen.windows.find((one) => one.title.state === "present" && one.title.text === "gtk target");
  if (window === undefined) throw new Error(`not among ${JSON.stringify(seen.windows)}`);
  expect(window.frameId).not.toBe(window.id);
  expect(window.client.pid).toBe(target.pid);
  expect(seen.clientList).toEqual([window.id]);
  expect(seen.focus.ancestry).toContain(window.id);
});

test("a click on the button arrives, by way of the manager that is named", async () => {
  const seen = await observe(desktop);
  const window = seen.windows.find((one) => seen.clientList?.includes(one.id));
  if (window === undefined) throw new Error("no window");
  const managerBase = window.frameId & ~desktop.facts.resourceMask;
  const point = { x: window.geometry.x + 200, y: window.geometry.y + 150 };
  for (let at = 1; at <= 3; at += 1) {
    expect(value(await desktop.waitForStill(op(), { quietMs: 100, maxMs: 3000 })).settled).toBe(true);
    const got = outcome(
      "dispatched",
      await dispatch(desktop, await plan(desktop, window.id, { point, surfaceClients: [managerBase] }), {
        kind: "click",
        button: "left",
        count: 1,
      }),
    );
    expect(got.deliveredTo).toBe("target");
    await target.until((lines) => lines.filter((line) => line === "clicked").length === at);
  }
});

test("typed text arrives", async () => {
  const seen = await observe(desktop);
  const window = seen.windows.find((one) => seen.clientList?.includes(one.id));
  if (window === undefined) throw new Error("no window");
  expect(value(await desktop.waitForStill(op(), { quietMs: 100, maxMs: 3000 })).settled).toBe(true);
  outcome("dispatched", await dispatch(desktop, await plan(desktop, window.id), { kind: "key", chord: "Tab" }));
  expect(value(await desktop.waitForStill(op(), { quietMs: 100, maxMs: 3000 })).settled).toBe(true);
  outcome("dispatched", await dispatch(desktop, await plan(desktop, window.id), { kind: "type", text: "Hello" }));
  await target.until(() => target.text.length === 5);
  expect(target.text).toBe("Hello");
});
