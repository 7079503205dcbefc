// Keys that are held and long texts: looked at again and again while they last; stopped where another client interferes, and said how far.
import { execFileSync } from "node:child_process";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Canvas } from "./canvas.ts";
import { dispatch, faultCode, inOneSecond, observe, op, outcome, value, windowIn } from "./desk.ts";
import { buildGtkTarget } from "./gtk.ts";
import { Peer } from "./peer.ts";
import { startServer, type Server } from "./server.ts";

let server: Server;
let program: string;
let canvas: Canvas;
let thief: Peer;
let lair: number;

beforeAll(async () => {
  server = await startServer();
  program = buildGtkTarget(server, "gtk-canvas");
});
afterAll(() => server.stop());
beforeEach(async () => {
  canvas = await Canvas.start(server, program);
  thief = await Peer.connect(server);
  lair = await thief.window({ title: "lair", x: 600, y: 450, width: 50, height: 50 });
});
afterEach(async () => {
  thief.close();
  await canvas.stop();
});

const layout = (name: string): void => {
  execFileSync("setxkbmap", ["-display", server.display, "-layout", name], {
    env: { ...process.env, XAUTHORITY: server.xauthority },
  });
};
const nothingDown = async (): Promise<void> => {
  expect(value(await canvas.desktop.queryInput(op()))).toMatchObject({ keycodesDown: [], buttonsDown: [] });
};

describe("a held key", () => {
  test("is down for as long as was asked, and once", async () => {
    const expected = await canvas.settled();
    const got = outcome(
      "dispatched",
      await dispatch(canvas.desktop, expected, { kind: "hold_key", chord: "ctrl+shift+Left", ms: 220 }),
    );
    expect(got).toMatchObject({ deliveredTo: "target", segments: 6, sent: 6 });
    expect(got.endedUs - got.startedUs).toBeGreaterThanOrEqual(220_000);
    await canvas.target.until((lines) => lines.some((line) => line.startsWith("keyup Control_L")));
    const ups = canvas.told("keyup").map((line) => line.split(" ")[1]);
    expect(ups).toEqual(["Left", "Shift_L", "Control_L"]);
    await nothingDown();
  });

  test("repeats as the server says, all of it at the target", async () => {
    const expected = await canvas.settled();
    const got = outcome("dispatched", await dispatch(canvas.desktop, expected, { kind: "hold_key", chord: "x", ms: 1500 }));
    await canvas.target.until((lines) => lines.some((line) => line.startsWith("keyup x")));
    const presses = canvas.told("keydown").filter((line) => line.startsWith("keydown x")).length;
    expect(presses).toBeGreaterThan(1);
    // What the server repeated was counted by whom it reached, although we sent two events only.
    expect(got.sent).toBe(2);
    const base = windowIn(await observe(canvas.desktop), canvas.window).client.base;
    expect(got.deliveries.map((one) => one.clientBase)).toEqual([base]);
    expect(got.deliveries[0]?.events).toBeGreaterThan(2);
  });

  test.each([0, 5001])("for %i ms is refused", async (ms) => {
    const expected = await canvas.settled();
    const answer = await canvas.desktop.dispatch(op(), expected, { kind: "hold_key", chord: "x", ms }, inOneSecond());
    expect(faultCode(answer)).toBe("action_bound_exceeded");
    expect(canvas.told("keydown")).toEqual([]);
  });

  test("is let go of when the focus is stolen, and the thief gets no press unnoticed", async () => {
    const expected = await canvas.settled();
    const running = canvas.desktop.dispatch(op(), expected, { kind: "hold_key", chord: "x", ms: 4000 }, inOneSecond());
    await canvas.count("keydown", 1);
    await thief.focus(lair);
    const got = outcome("partial", value(await running));
    expect(got.segmentsSent).toBeLessThan(got.segments);
    // The release goes where the focus is now, and that is said; so would be a repeated press.
    expect(got.stoppedBy).toBe("misdelivered");
    const base = windowIn(await observe(canvas.desktop), lair).client.base;
    expect(got.deliveries.map((one) => one.clientBase)).toContain(base);
    await nothingDown();
  });

  test("is let go of when the caller cancels", async () => {
    const operation = op();
    const expected = await canvas.settled();
    const running = canvas.desktop.dispatch(operation, expected, { kind: "hold_key", chord: "x", ms: 4000 }, inOneSecond());
    await canvas.count("keydown", 1);
    canvas.desktop.cancel(operation);
    expect(outcome("partial", value(await running)).stoppedBy).toBe("cancelled");
    await canvas.target.until((lines) => lines.some((line) => line.startsWith("keyup x")));
    await nothingDown();
  });

  test("goes to nobody else when its key is grabbed passively: misdelivered, and it is up afterwards", async () => {
    thief.x.GrabKey(thief.root, 0, 0x8000, 53, 1, 1);
    await thief.sync();
    const got = await dispatch(canvas.desktop, await canvas.settled(), { kind: "hold_key", chord: "x", ms: 300 });
    expect(outcome("misdelivered", got).sent).toBe(1);
    expect(canvas.told("keydown")).toEqual([]);
    await nothingDown();
  });
});

const long = Array.from({ length: 2000 }, (_, at) => "abcdefghij KLMNOP,1234"[at % 22]).join("");

describe("a long text", () => {
  test("of 2000 characters arrives exactly, in segments; 2001 are refused", async () => {
    const expected = await canvas.settled();
    const got = outcome("dispatched", await dispatch(canvas.desktop, expected, { kind: "type", text: long }));
    expect(got).toMatchObject({ segments: 64, deliveredTo: "target" });
    await canvas.target.until(() => canvas.target.text.length === long.length, 20_000);
    expect(canvas.target.text).toBe(long);
    const answer = await canvas.desktop.dispatch(op(), await canvas.settled(), { kind: "type", text: `${long}.` }, inOneSecond());
    expect(faultCode(answer)).toBe("action_bound_exceeded");
  });

  test("keeps its order while another client floods the server", async () => {
    const letters = "abcdefghijklmnopqrstuvwxyz".repeat(50);
    const flooding = new AbortController();
    const flood = (async () => {
      while (!flooding.signal.aborted) {
        for (let at = 0; at < 500; at += 1) thief.x.SetSelectionOwner(lair, 1, 0);
        await thief.sync();
      }
    })();
    const got = outcome("dispatched", await dispatch(canvas.desktop, await canvas.settled(), { kind: "type", text: letters }));
    flooding.abort();
    await flood;
    expect(got.deliveredTo).toBe("target");
    await canvas.target.until(() => canvas.target.text.length === letters.length, 20_000);
    expect(canvas.target.text).toBe(letters);
  });

  // Tab hands the focus of the toolkit on, and Return activates: a text holds as many keys as characters, whatever they do.
  test("keeps the spaces around it, and goes on after Tab and Return", async () => {
    outcome("dispatched", await dispatch(canvas.desktop, await canvas.settled(), { kind: "type", text: "  a  b \n\t" }));
    await canvas.target.until(() => canvas.told("keydown").some((line) => line.startsWith("keydown Tab")));
    expect(canvas.target.text).toBe("  a  b ");
    const keys = canvas.told("keydown").map((line) => line.split(" ")[1]);
    expect(keys.slice(-9)).toEqual(["space", "space", "a", "space", "space", "b", "space", "Return", "Tab"]);
  });

  test("gives a keyboard grab that was there before one key and no more", async () => {
    expect(await thief.ask<number>((x, reply) => x.GrabKeyboard(lair, 0, 0, 1, 1, reply))).toBe(0);
    const got = await dispatch(canvas.desktop, await canvas.settled(), { kind: "type", text: long });
    expect(outcome("misdelivered", got).sent).toBe(2);
    expect(await thief.input()).toEqual(["KeyPress", "KeyRelease"]);
    expect(canvas.told("keydown")).toEqual([]);
  });

  test("under a thief of the focus: what the target got is what the outcome says, and the thief got nothing", async () => {
    let taps = 0;
    for (let at = 0; at < 10; at += 1) {
      await canvas.peer.focus(canvas.window);
      const expected = await canvas.settled();
      const text = `${"\n".repeat(20)}${long}`;
      const running = canvas.desktop.dispatch(op(), expected, { kind: "type", text: text.slice(0, 2000) }, inOneSecond());
      await canvas.count("keyup", taps + 1);
      await thief.focus(lair);
      const got = outcome("partial", value(await running));
      expect(got).toMatchObject({ stoppedBy: "precondition_failed", differences: ["focus"] });
      expect(got.segmentsSent).toBeLessThan(got.segments);
      taps += got.sent / 2;
      await canvas.count("keyup", taps);
      await canvas.settled();
      expect(canvas.told("keyup")).toHaveLength(taps);
      expect(canvas.target.text).toBe("");
      expect(await thief.input()).toEqual([]);
    }
    await nothingDown();
  });

  test("whose layout is changed by another client before it: nothing is typed", async () => {
    // The layout is read when the call begins and again under the grab. Another client that changes a spare key all the time comes in between.
    const over = new AbortController();
    const changing = (async () => {
      for (let symbol = 0x1000000; !over.signal.aborted; symbol += 1) {
        thief.x.ChangeKeyboardMapping(120, 1, [0x1000400 + (symbol % 50)]);
        await thief.sync();
      }
    })();
    const until = Date.now() + 30_000;
    let differences: readonly string[] = [];
    let typed = 0;
    while (!differences.includes("keymap") && Date.now() < until) {
      const got = await dispatch(canvas.desktop, await canvas.settled(), { kind: "key", chord: "Left" });
      if (got.outcome === "dispatched") typed += 1;
      else differences = outcome("precondition_failed", got).differences;
    }
    over.abort();
    await changing;
    expect(differences).toEqual(["keymap"]);
    await canvas.count("keyup", typed);
    await canvas.settled();
    expect(canvas.told("keyup")).toHaveLength(typed);
  });

  test("whose layout is changed by another client meanwhile: what was typed is not known, and said so", async () => {
    const expected = await canvas.settled();
    const running = canvas.desktop.dispatch(op(), expected, { kind: "type", text: "\t".repeat(40) }, inOneSecond());
    await canvas.count("keydown", 2);
    layout("de");
    const got = value(await running);
    layout("us");
    expect(outcome("partial", got).stoppedBy).toBe("delivery_unknown");
    await nothingDown();
  });

  test("is cut short when the caller cancels, and says how far it got", async () => {
    const operation = op();
    const expected = await canvas.settled();
    const running = canvas.desktop.dispatch(operation, expected, { kind: "type", text: "\t".repeat(60) }, inOneSecond());
    await canvas.count("keydown", 3);
    canvas.desktop.cancel(operation);
    const got = outcome("partial", value(await running));
    expect(got.stoppedBy).toBe("cancelled");
    await canvas.target.until(() => canvas.told("keyup").length === got.sent / 2);
    expect(got.segmentsSent).toBe(got.sent / 2);
  });
});
