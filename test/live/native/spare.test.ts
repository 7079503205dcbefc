// Characters on no key of the layout are typed with spare keys, exactly, or the text is refused before anything is sent.
import { execFileSync } from "node:child_process";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Desktop } from "../../../native/index.js";
import { dispatch, inOneSecond, observe, op, open, outcome, plan, value } from "./desk.ts";
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
/** The symbols of each key, as a client that is not ours sees them. */
const keymap = async (): Promise<string> => {
  const rows = await peer.ask<readonly (readonly number[])[]>((x, reply) => x.GetKeyboardMapping(8, 248, reply));
  expect(rows).toHaveLength(248);
  // The server pads all rows to the longest one.
  return rows.map((row) => row.join(" ").replace(/( 0)+$/u, "")).join("\n");
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
const type = async (text: string): Promise<void> => {
  await settle();
  const got = outcome("dispatched", await dispatch(desktop, await plan(desktop, window), { kind: "type", text }));
  expect(got.deliveredTo).toBe("target");
};

test.each(["àÀéß@#!Ç", "🙂", "a🙂b", "naïve 你 €", "  two  before, after  "])("%s arrives exactly", async (text) => {
  await type(text);
  await target.until(() => target.text.length >= text.length);
  expect(target.text).toBe(text);
});

test("many scripts in one text, 20 times in a row", async () => {
  const text = "Привет 你好 🙂 €ž";
  for (let times = 1; times <= 20; times += 1) {
    await type(text);
    await target.until(() => target.text.length >= text.length * times);
    expect(target.text).toBe(text.repeat(times));
  }
}, 60_000);

test("the spare keys stay bound between texts, and are as before when the run ends", async () => {
  const before = await keymap();
  await type("Ç🙂");
  await type("你");
  await target.until(() => target.text.length >= 4);
  expect(await keymap()).not.toBe(before);
  value(await desktop.release(op(), { lease: true }));
  expect(await keymap()).toBe(before);
});

test("the spare keys are given back when the connection is closed", async () => {
  const before = await keymap();
  await type("Ç🙂");
  await target.until(() => target.text === "Ç🙂");
  expect(await keymap()).not.toBe(before);
  desktop.close();
  await expect.poll(keymap).toBe(before);
});

test("under Caps Lock each text arrives exactly, or is refused with nothing bound", async () => {
  await settle();
  outcome("dispatched", await dispatch(desktop, await plan(desktop, window), { kind: "key", chord: "Caps_Lock" }));
  try {
    const before = await keymap();
    let typed = "";
    for (const text of ["🙂", "你好", "Çç", "€ž", "Ж"]) {
      await settle();
      const answer = await desktop.dispatch(op(), await plan(desktop, window), { kind: "type", text }, inOneSecond());
      if (answer.ok) {
        typed += text;
        await target.until(() => target.text.length >= typed.length);
      } else {
        expect(answer.fault.code).toBe("text_unrepresentable");
      }
      expect(target.text).toBe(typed);
    }
    expect(typed).toContain("🙂你好");
    value(await desktop.release(op(), { lease: true }));
    expect(await keymap()).toBe(before);
    value(await desktop.lease(op()));
  } finally {
    await settle();
    outcome("dispatched", await dispatch(desktop, await plan(desktop, window), { kind: "key", chord: "Caps_Lock" }));
  }
});

test("more characters than spare keys: refused with their number, nothing bound, nothing typed", async () => {
  await settle();
  const before = await keymap();
  const text = Array.from({ length: 300 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join("");
  const answer = await desktop.dispatch(op(), await plan(desktop, window), { kind: "type", text: `a${text}` }, inOneSecond());
  expect(answer).toMatchObject({ ok: false, fault: { code: "text_unrepresentable" } });
  expect(answer.ok ? "" : answer.fault.message).toMatch(/^2\d\d characters/u);
  expect(await keymap()).toBe(before);
  expect(target.lines.filter((line) => line.startsWith("text"))).toEqual([]);
});
