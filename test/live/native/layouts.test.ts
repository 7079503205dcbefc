// Typed text is exact on every layout, by its active group, or refused before anything is sent.
import { execFileSync } from "node:child_process";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Desktop } from "../../../native/index.js";
import { dispatch, faultCode, inOneSecond, observe, op, open, outcome, plan, value } from "./desk.ts";
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
])("%s: %s", async (name, text) => {
  layout(name);
  await settle();
  const got = outcome("dispatched", await dispatch(desktop, await plan(desktop, window), { kind: "type", text }));
  expect(got.deliveredTo).toBe("target");
  await target.until(() => target.text.length === text.length);
  expect(target.text).toBe(text);
});

test("what the layout does not have is refused, and nothing is typed", async () => {
  layout("ru");
  await settle();
  expect(faultCode(await desktop.dispatch(op(), await plan(desktop, window), { kind: "type", text: "hello" }, inOneSecond()))).toBe(
    "text_unrepresentable",
  );
  expect(target.text).toBe("");
});
