// Typed text is exact on every layout, by its active group.
import { execFileSync } from "node:child_process";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Desktop } from "../../../native/index.js";
import { dispatch, observe, op, open, outcome, plan, value } from "./desk.ts";
import { buildGtkTarget, GtkTarget } from "./gtk.ts";
import { Peer } from "./peer.ts";
import { startServer, type Server } from "./server.ts";

let server: Server;
let target: GtkTarget;
let desktop: Desktop;
let peer: Peer;
let window: number;
let program: string;

const layout = (name: string): void => {
  execFileSync("setxkbmap", ["-display", server.display, "-layout", name], {
    env: { ...process.env, XAUTHORITY: server.xauthority },
  });
};

beforeAll(async () => {
  server = await startServer();
  program = buildGtkTarget(server);
});
afterAll(() => server.stop());
beforeEach(async () => {
  layout("us");
  target = await GtkTarget.start(server, program);
  desktop = await open(server);
  peer = await Peer.connect(server);
  value(await desktop.lease(op()));
  window = (await observe(desktop)).windows[0]?.id ?? 0;
  await peer.focus(window);
});
afterEach(async () => {
  desktop.close();
  peer.close();
  await target.stop();
});

const settle = async (): Promise<void> => {
  expect(value(await desktop.waitForStill(op(), { quietMs: 80, maxMs: 3000 })).settled).toBe(true);
};

test.each([
  ["us", "Hello @World# {1}"],
  ["de", "Grüße äöü ÄÖÜ ß @ {z} yZ §"],
  ["fr", "à é è ç ù 123 @ # {a} qQ"],
  ["it", "àèìòù é ç @ #"],
  ["ru", "Привет мир Ёё №"],
  ["cz", "+ěščřžýáíé= 1234567890 ůú aA zZ yY ?:!"],
])("%s: %s", async (name, text) => {
  layout(name);
  await settle();
  const got = outcome("dispatched", await dispatch(desktop, await plan(desktop, window), { kind: "type", text }));
  expect(got.deliveredTo).toBe("target");
  await target.until(() => target.text.length === text.length);
  expect(target.text).toBe(text);
});

test("cz and ru, by the group that is active: what the other one has goes by spare keys", async () => {
  layout("cz,ru");
  await settle();
  outcome("dispatched", await dispatch(desktop, await plan(desktop, window), { kind: "type", text: "ěščř " }));
  await target.until(() => target.text === "ěščř ");
  layout("ru,cz");
  await settle();
  outcome("dispatched", await dispatch(desktop, await plan(desktop, window), { kind: "type", text: "Привет ěš" }));
  await target.until(() => target.text === "ěščř Привет ěš");
});

test("Caps Lock and Num Lock on: the text is exact, and both stay on", async () => {
  await settle();
  for (const chord of ["Caps_Lock", "Num_Lock"]) {
    outcome("dispatched", await dispatch(desktop, await plan(desktop, window), { kind: "key", chord }));
    await settle();
  }
  outcome("dispatched", await dispatch(desktop, await plan(desktop, window), { kind: "type", text: "aAbB1!{}" }));
  await target.until(() => target.text.length === 8);
  expect(target.text).toBe("aAbB1!{}");
  const { keyMask } = await peer.ask<{ keyMask: number }>((x, reply) => x.QueryPointer(peer.root, reply));
  expect(keyMask & 0x12).toBe(0x12);
  for (const chord of ["Caps_Lock", "Num_Lock"]) {
    await settle();
    outcome("dispatched", await dispatch(desktop, await plan(desktop, window), { kind: "key", chord }));
  }
});
