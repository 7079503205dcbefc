// A real toolkit: what was clicked, typed and pasted is what it tells that it got.
import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Desktop, Expected, Point } from "../../../native/index.js";
import { dispatch, observe, op, open, outcome, plan, value, windowIn } from "./desk.ts";
import { buildGtkTarget, GtkTarget } from "./gtk.ts";
import { Peer } from "./peer.ts";
import { startServer, type Server } from "./server.ts";

let server: Server;
let program: string;
let target: GtkTarget;
let desktop: Desktop;
let peer: Peer;
let window: number;

beforeAll(async () => {
  server = await startServer();
  program = buildGtkTarget(server);
});
afterAll(() => server.stop());

beforeEach(async () => {
  target = await GtkTarget.start(server, program);
  peer = await Peer.connect(server);
  desktop = await open(server);
  value(await desktop.lease(op()));
  const found = (await observe(desktop)).windows.find((one) => one.title.state === "present" && one.title.text === "gtk target");
  if (found === undefined) throw new Error("the target has no window");
  window = found.id;
  // Without a window manager nobody else gives it the focus; the gate never does.
  await peer.focus(window);
});
afterEach(async () => {
  value(await desktop.release(op(), { lease: true }));
  desktop.close();
  peer.close();
  await target.stop();
});

/** Waits until the target rests, then plans. */
const settled = async (point?: Point): Promise<Expected> => {
  const still = value(await desktop.waitForStill(op(), { quietMs: 80, maxMs: 3000 }));
  expect(still.settled).toBe(true);
  return plan(desktop, window, point === undefined ? {} : { point });
};

const PASTE = { kind: "paste", chord: "ctrl+v", quietMs: 50, deadlineMs: 3000 } as const;

test("the window is the target's, by its process and both names", async () => {
  const facts = windowIn(await observe(desktop), window);
  expect(facts.client.pid).toBe(target.pid);
  expect(facts.role).toEqual({ state: "present", text: "fixture-main" });
  expect(facts.pidClaim).toBe(target.pid);
});

test("a click on the button is a click, four times in a row", async () => {
  const { geometry } = windowIn(await observe(desktop), window);
  const point = { x: geometry.x + 200, y: geometry.y + 150 };
  for (let at = 1; at <= 4; at += 1) {
    const got = outcome("dispatched", await dispatch(desktop, await settled(point), { kind: "click", button: "left", count: 1 }));
    expect(got.deliveredTo).toBe("target");
    await target.until((lines) => lines.filter((line) => line === "clicked").length === at);
  }
});

test("typed text arrives exactly, in bursts", async () => {
  const text = "aAbB1! (x) {y} ~^`'\" \\/ <=> Zz #@$%&*";
  outcome("dispatched", await dispatch(desktop, await settled(), { kind: "type", text: text.slice(0, 1) }));
  outcome("dispatched", await dispatch(desktop, await settled(), { kind: "type", text: text.slice(1) }));
  await target.until(() => target.text.length === text.length);
  expect(target.text).toBe(text);
});

test("typed text arrives exactly with Caps Lock on, and Caps Lock stays on", async () => {
  outcome("dispatched", await dispatch(desktop, await settled(), { kind: "key", chord: "Caps_Lock" }));
  outcome("dispatched", await dispatch(desktop, await settled(), { kind: "type", text: "aAbB1!" }));
  await target.until(() => target.text.length === 6);
  expect(target.text).toBe("aAbB1!");
  outcome("dispatched", await dispatch(desktop, await settled(), { kind: "key", chord: "Caps_Lock" }));
  outcome("dispatched", await dispatch(desktop, await settled(), { kind: "type", text: "c" }));
  await target.until(() => target.text.length === 7);
  expect(target.text).toBe("aAbB1!c");
});

test("pasted text with a fresh nonce arrives exactly, the clipboard is cleared, the selection of the target is kept", async () => {
  const nonce = randomBytes(16).toString("hex");
  const text = `Привет 你好 🙂 €ž ${nonce}`;
  const got = outcome("dispatched", await dispatch(desktop, await settled(), { ...PASTE, text }));
  expect(got.deliveredTo).toBe("target");
  expect(got.paste).toMatchObject({
    bytes: Buffer.byteLength(text),
    incremental: false,
    refusedRequests: 0,
    cleared: true,
  });
  expect(got.paste?.served).toBeGreaterThan(0);
  await target.until(() => target.text.length > 0);
  expect(target.text).toBe(text);
  expect(value(await desktop.queryInput(op())).selections.clipboard).toBe(0);
  outcome("dispatched", await dispatch(desktop, await settled(), { kind: "key", chord: "ctrl+a" }));
  outcome("dispatched", await dispatch(desktop, await settled(), { ...PASTE, text: "replaced" }));
  await target.until(() => target.text === "replaced");
});

test("5 MiB go over in parts, whole", async () => {
  const text = "0123456789abcdef".repeat((5 * 1024 * 1024) / 16);
  const got = outcome("dispatched", await dispatch(desktop, await settled(), { ...PASTE, deadlineMs: 20_000, text }));
  expect(got.paste).toMatchObject({ incremental: true, bytes: text.length, cleared: true });
});

test("after each act keys and buttons are up", async () => {
  outcome("dispatched", await dispatch(desktop, await settled(), { kind: "key", chord: "ctrl+shift+Left" }));
  expect(value(await desktop.queryInput(op()))).toMatchObject({
    keycodesDown: [],
    buttonsDown: [],
  });
});
