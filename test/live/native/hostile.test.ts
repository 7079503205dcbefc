// Other clients that hold grabs, paint, steal or hang: the input is proved to have gone astray, or is never sent.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Desktop, Primitive } from "../../../native/index.js";
import { dispatch, faultCode, inOneSecond, observe, op, open, outcome, plan, value, windowIn } from "./desk.ts";
import { Peer } from "./peer.ts";
import { startServer, type Server } from "./server.ts";

const POINT = { x: 100, y: 100 };
const CLICK: Primitive = { kind: "click", button: "left", count: 1 };
const KEY: Primitive = { kind: "key", chord: "a" };
const A_KEYCODE = 38;

let server: Server;
let desktop: Desktop;
let target: Peer;
let thief: Peer;
let window: number;
let lair: number;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

beforeEach(async () => {
  target = await Peer.connect(server);
  window = await target.window({ title: "target" });
  await target.focus(window);
  thief = await Peer.connect(server);
  lair = await thief.window({ title: "lair", x: 500, y: 400, width: 50, height: 50 });
  desktop = await open(server);
  value(await desktop.lease(op()));
});
afterEach(async () => {
  desktop.close();
  target.close();
  thief.close();
  await new Promise((resolve) => setTimeout(resolve, 20));
});

describe("an input grab of another client", () => {
  test("active on the keyboard since before we looked: the key is misdelivered, and said so", async () => {
    expect(await thief.ask<number>((x, reply) => x.GrabKeyboard(lair, 0, 0, 1, 1, reply))).toBe(0);
    const got = outcome("misdelivered", await dispatch(desktop, await plan(desktop, window), KEY));
    expect(got.sent).toBe(2);
    expect(got.deliveries.map((delivery) => delivery.clientBase)).toEqual([windowIn(await observe(desktop), lair).client.base]);
    expect(await target.input()).toEqual([]);
    expect(await thief.input()).toEqual(["KeyPress", "KeyRelease"]);
  });

  test("active on the keyboard, taken after we looked: nothing is sent", async () => {
    const expected = await plan(desktop, window);
    expect(await thief.ask<number>((x, reply) => x.GrabKeyboard(lair, 0, 0, 1, 1, reply))).toBe(0);
    outcome("input_grabbed", await dispatch(desktop, expected, KEY));
    expect([...(await target.input()), ...(await thief.input())]).toEqual([]);
    thief.x.UngrabKeyboard(0);
    await thief.sync();
    outcome("dispatched", await dispatch(desktop, expected, KEY));
  });

  test("active on the pointer: the click is misdelivered, and said so", async () => {
    expect(await thief.ask<number>((x, reply) => x.GrabPointer(lair, 0, 0x0c, 1, 1, 0, 0, 0, reply))).toBe(0);
    outcome("misdelivered", await dispatch(desktop, await plan(desktop, window, { point: POINT }), CLICK));
    expect(await target.input()).toEqual([]);
    expect(await thief.input()).toEqual(["ButtonPress", "ButtonRelease"]);
  });

  test("passive on the key: misdelivered, and the key is up afterwards", async () => {
    thief.x.GrabKey(thief.root, 0, 0x8000, A_KEYCODE, 1, 1);
    await thief.sync();
    outcome("misdelivered", await dispatch(desktop, await plan(desktop, window), KEY));
    expect(await target.input()).toEqual([]);
    expect(value(await desktop.queryInput(op())).keycodesDown).toEqual([]);
  });

  test("passive and frozen: nobody got the key, and the answer does not say that the target did", async () => {
    thief.x.GrabKey(thief.root, 0, 0x8000, A_KEYCODE, 1, 0);
    await thief.sync();
    const got = await dispatch(desktop, await plan(desktop, window), KEY);
    expect(got.outcome).toBe("misdelivered");
    expect(await target.input()).toEqual([]);
  });
});

test("a spectator of raw input is no receiver", async () => {
  const xinput = (await thief.ask((x, reply) => x.require("xinput", reply))) as {
    readonly EventMask: Record<string, number>;
    readonly AllMasterDevices: number;
    XISelectEvents(window: number, masks: readonly { deviceId: number; mask: number }[]): void;
  };
  const mask = (xinput.EventMask["RawKeyPress"] ?? 0) | (xinput.EventMask["RawButtonPress"] ?? 0);
  xinput.XISelectEvents(thief.root, [{ deviceId: xinput.AllMasterDevices, mask }]);
  await thief.sync();
  const got = outcome("dispatched", await dispatch(desktop, await plan(desktop, window), KEY));
  expect(got.deliveredTo).toBe("target");
  await thief.sync();
  expect(thief.events.length).toBeGreaterThan(0);
});

test("a client that grabs the server and sleeps costs one deadline; then everything works again, and no grab of ours is left", async () => {
  const quick = await open(server, 150);
  await target.sync();
  thief.x.GrabServer();
  await thief.sync();
  const started = Date.now();
  expect(faultCode(await quick.observe(op()))).toBe("deadline");
  expect(Date.now() - started).toBeLessThan(600);
  thief.x.UngrabServer();
  await thief.sync();
  expect((await observe(quick)).windows.length).toBe(2);
  quick.close();
});

test("a server that is grabbed during a dispatch: a fault, nothing sent, and the connection works again", async () => {
  const expected = await plan(desktop, window);
  value(await desktop.release(op(), { lease: true }));
  const quick = await open(server, 150);
  value(await quick.lease(op()));
  const planned = { ...expected, frame: (await plan(quick, window)).frame };
  thief.x.GrabServer();
  await thief.sync();
  expect(faultCode(await quick.dispatch(op(), planned, KEY, inOneSecond()))).toBe("deadline");
  thief.x.UngrabServer();
  await thief.sync();
  expect(await target.input()).toEqual([]);
  outcome("dispatched", await dispatch(quick, planned, KEY));
  expect(await target.input()).toEqual(["KeyPress", "KeyRelease"]);
  quick.close();
});

/** Outcomes of forty clicks while another client paints, beside the point and in what is not compared, as fast as it can. */
const outcomesWhilePainting = async (prepare: (painter: Peer) => Promise<void>): Promise<ReadonlySet<string>> => {
  const painter = await Peer.connect(server);
  const canvas = await painter.window({ title: "canvas", x: 400, y: 50, width: 300, height: 300 });
  await prepare(painter);
  const painted = new AbortController();
  const painting = (async () => {
    for (let colour = 1; !painted.signal.aborted; colour += 1) await painter.paint(canvas, colour, [0, 0, 200, 200]);
  })();
  const seen = new Set<string>();
  for (let at = 0; at < 40; at += 1) {
    const expected = await plan(desktop, window, {
      point: POINT,
      ignore: [{ x: 400, y: 50, width: 300, height: 300 }],
    });
    seen.add((await dispatch(desktop, expected, CLICK)).outcome);
    value(await desktop.drop(op(), expected.frame));
  }
  painted.abort();
  await painting;
  painter.close();
  return seen;
};

test("a client that a grab does not hold and that paints meanwhile never gets a click under its paint unnoticed", async () => {
  const seen = await outcomesWhilePainting(async (painter) => {
    const xtest = (await painter.ask((x, reply) => x.require("xtest", reply))) as {
      GrabControl?(impervious: number): void;
    };
    if (xtest.GrabControl === undefined) throw new Error("node-x11 has no XTestGrabControl: use another client");
    xtest.GrabControl(1);
  });
  expect(seen).toContain("grab_pierced");
});

// The control is the test before: were the server not grabbed, the same painting would be seen within some dispatch.
test("an ordinary client that paints meanwhile is held off by the server grab, every time", async () => {
  expect([...(await outcomesWhilePainting(async () => undefined))]).toEqual(["dispatched"]);
});

test("a hostile painter gets nothing past the comparison", async () => {
  const painter = await Peer.connect(server);
  const painted = new AbortController();
  let colour = 0;
  const painting = (async () => {
    while (!painted.signal.aborted) {
      colour += 1;
      await painter.paint(window, colour, [0, 0, 20, 20]);
    }
  })();
  const outcomes: string[] = [];
  for (let at = 0; at < 60; at += 1) {
    const expected = await plan(desktop, window, { point: POINT });
    outcomes.push((await dispatch(desktop, expected, CLICK)).outcome);
    value(await desktop.drop(op(), expected.frame));
  }
  painted.abort();
  await painting;
  painter.close();
  const clicks = (await target.input()).filter((name) => name === "ButtonPress").length;
  expect(clicks).toBe(outcomes.filter((name) => name === "dispatched").length);
  expect(outcomes).toContain("precondition_failed");
});

test("the lease is one at a time, and who steals it ends the run that had it", async () => {
  const second = await open(server);
  expect(faultCode(await second.lease(op()))).toBe("display_busy");
  thief.x.SetSelectionOwner(lair, await thief.atom("_DESKGATE_LEASE"), 0);
  await thief.sync();
  const got = outcome("precondition_failed", await dispatch(desktop, await plan(desktop, window), KEY));
  expect(got.differences).toEqual(["lease"]);
  expect(faultCode(await second.lease(op()))).toBe("display_busy");
  second.close();
});

test("a window that is destroyed during the call, 500 times", async () => {
  const codes = new Set<string>();
  for (let at = 0; at < 500; at += 1) {
    const id = await thief.window({ title: "brief", x: 1, y: 1, width: 5, height: 5 });
    thief.x.DestroyWindow(id);
    const [seen, shot] = await Promise.all([
      desktop.observe(op()),
      desktop.capture(op(), { scope: { kind: "window", windowId: id } }),
    ]);
    value(seen);
    codes.add(shot.ok ? "captured" : shot.fault.code);
    if (shot.ok) value(await desktop.drop(op(), shot.value.frame));
  }
  expect([...codes].filter((code) => code !== "captured")).toEqual(["window_gone"]);
});
