// What is observed is what another client set up, with the process behind each window by the server's own knowledge.
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Observer } from "../../../native/index.js";
import { dispatch, observe, op, open, openObserver, outcome, plan, value, windowIn } from "./desk.ts";
import { Peer } from "./peer.ts";
import { startServer, type Server } from "./server.ts";
import { colourAt } from "./shots.ts";

let server: Server;
let observer: Observer;
let peer: Peer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  observer = await openObserver(server);
  peer = await Peer.connect(server);
});
afterEach(async () => {
  observer.close();
  peer.close();
  await new Promise((resolve) => setTimeout(resolve, 20));
});

test("a window with all its properties", async () => {
  const id = await peer.window({ title: "Привет \u202e", x: 11, y: 22, width: 33, height: 44 });
  await peer.text(id, "WM_NAME", Buffer.from("caf\xe9", "latin1"), "STRING");
  await peer.text(id, "WM_WINDOW_ROLE", Buffer.from("main"), "STRING");
  await peer.text(id, "_NET_WM_WINDOW_ROLE", Buffer.from("fixture-main"), "UTF8_STRING");
  await peer.text(id, "WM_CLASS", Buffer.from("inst\0Class\0"), "STRING");
  const claim = Buffer.alloc(4);
  claim.writeUInt32LE(2);
  peer.x.ChangeProperty(0, id, await peer.atom("_NET_WM_PID"), await peer.atom("CARDINAL"), 32, claim);
  const kind = Buffer.alloc(4);
  kind.writeUInt32LE(await peer.atom("_NET_WM_WINDOW_TYPE_DIALOG"));
  peer.x.ChangeProperty(0, id, await peer.atom("_NET_WM_WINDOW_TYPE"), await peer.atom("ATOM"), 32, kind);
  await peer.sync();

  const seen = await observe(observer);
  const stat = readFileSync("/proc/self/stat", "utf8");
  const startTicks = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]);
  expect(windowIn(seen, id)).toEqual({
    id,
    frameId: id,
    stack: expect.any(Number),
    viewable: true,
    overrideRedirect: false,
    inputOnly: false,
    geometry: { x: 11, y: 22, width: 33, height: 44 },
    borderWidth: 0,
    title: { state: "present", text: "Привет \u202e" },
    wmName: { state: "present", text: "café" },
    role: { state: "present", text: "main" },
    netRole: { state: "present", text: "fixture-main" },
    wmClass: { instance: "inst", className: "Class" },
    pidClaim: 2,
    transientFor: null,
    types: ["_NET_WM_WINDOW_TYPE_DIALOG"],
    popup: false,
    client: { base: id & ~observer.facts.resourceMask, pid: process.pid, startTicks },
  });
  expect(seen.startedUs).toBeLessThanOrEqual(seen.endedUs);
  expect(seen.clientList).toBeNull();
  expect(seen.monitors).toEqual([expect.objectContaining({ x: 0, y: 0, width: 800, height: 600 })]);
});

describe("titles are strict", () => {
  const cases: readonly [string, Buffer, string, object][] = [
    ["invalid UTF-8", Buffer.from([0x61, 0xff]), "UTF8_STRING", { state: "invalid", bytes: 2 }],
    ["another type", Buffer.from("abc"), "COMPOUND_TEXT", { state: "invalid", bytes: 3 }],
    ["longer than is read", Buffer.alloc(2000, "x"), "UTF8_STRING", { state: "truncated", bytes: 2000 }],
    ["empty", Buffer.alloc(0), "UTF8_STRING", { state: "present", text: "" }],
  ];
  test.each(cases)("%s", async (_, bytes, type, want) => {
    const id = await peer.window();
    await peer.text(id, "_NET_WM_NAME", bytes, type);
    await peer.sync();
    expect(windowIn(await observe(observer), id).title).toEqual(want);
  });

  test("absent", async () => {
    const id = await peer.window();
    expect(windowIn(await observe(observer), id).title).toEqual({ state: "absent" });
  });
});

/** What node-x11 has of RandR, and the way it sends requests. */
type RandR = {
  readonly majorOpcode: number;
  GetScreenResources(window: number, reply: (error: Error | null, value: { outputs: number[] }) => void): void;
};
type Sending = { seq_num: number; readonly pack_stream: { put(request: Buffer): void; submit(now: boolean): void } };

/** Makes two monitors of the screen, left and right of a column (RRSetMonitor); the first one takes the screen's output. */
const splitAt = async (by: Peer, column: number, { width, height }: { width: number; height: number }): Promise<void> => {
  const randr = await by.ask<RandR>((x, reply) => x.require("randr", reply));
  const { outputs } = await by.ask<{ outputs: number[] }>((_, reply) => randr.GetScreenResources(by.root, reply));
  for (const [name, x, wide, of] of [
    ["left", 0, column, outputs],
    ["right", column, width - column, []],
  ] as const) {
    const request = Buffer.alloc(32 + 4 * of.length);
    request.writeUInt8(randr.majorOpcode, 0);
    request.writeUInt8(43, 1);
    request.writeUInt16LE(request.length / 4, 2);
    request.writeUInt32LE(by.root, 4);
    request.writeUInt32LE(await by.atom(name), 8);
    request.writeUInt16LE(of.length, 14);
    [x, 0].forEach((value, at) => request.writeInt16LE(value, 16 + 2 * at));
    [wide, height].forEach((value, at) => request.writeUInt16LE(value, 20 + 2 * at));
    of.forEach((output, at) => request.writeUInt32LE(output, 32 + 4 * at));
    const sending = by.x as unknown as Sending;
    sending.seq_num += 1;
    sending.pack_stream.put(request);
    sending.pack_stream.submit(true);
    await by.sync();
  }
};

test("two monitors are two rectangles of one space, in which what is captured and clicked has one place", async () => {
  const two = await startServer({ screen: "800x600x24" });
  const desktop = await open(two);
  const target = await Peer.connect(two);
  await splitAt(target, 300, { width: 800, height: 600 });
  const window = await target.window({ title: "target", x: 400, y: 100, width: 200, height: 100, colour: 0x00ff00 });
  await target.focus(window);
  value(await desktop.lease(op()));
  const seen = await observe(desktop);
  expect(seen.monitors.map(({ x, y, width, height }) => [x, y, width, height])).toEqual([
    [0, 0, 300, 600],
    [300, 0, 500, 600],
  ]);
  const expected = await plan(desktop, window, { point: { x: 599, y: 199 } });
  expect(await colourAt(desktop, expected.frame, 599, 199)).toEqual([0, 0xff, 0]);
  outcome("dispatched", await dispatch(desktop, expected, { kind: "click", button: "left", count: 1 }));
  expect(await target.input()).toEqual(["ButtonPress", "ButtonRelease"]);
  desktop.close();
  target.close();
  await two.stop();
});

test("stacking, popups and unmapped windows", async () => {
  const below = await peer.window({ title: "below" });
  const menu = await peer.window({ title: "menu", overrideRedirect: true });
  const hidden = await peer.window({ title: "hidden" });
  peer.x.UnmapWindow(hidden);
  const dialog = await peer.window({ title: "dialog" });
  const owner = Buffer.alloc(4);
  owner.writeUInt32LE(below);
  peer.x.ChangeProperty(0, dialog, await peer.atom("WM_TRANSIENT_FOR"), await peer.atom("WINDOW"), 32, owner);
  peer.x.RaiseWindow(below);
  await peer.sync();
  const { windows } = await observe(observer);
  expect(windows.map((window) => [window.id, window.popup])).toEqual([
    [menu, true],
    [dialog, true],
    [below, false],
  ]);
  expect(windows.find((window) => window.id === dialog)?.transientFor).toBe(below);
});

test("the focus and its way up to the root, after it moved", async () => {
  const top = await peer.window({ title: "top" });
  const middle = await peer.window({ parent: top, x: 10, y: 10, width: 100, height: 100 });
  const inner = await peer.window({ parent: middle, x: 10, y: 10, width: 50, height: 50 });
  await peer.focus(inner);
  expect((await observe(observer)).focus).toMatchObject({
    kind: "window",
    windowId: inner,
    ancestry: [inner, middle, top, peer.root],
    client: { pid: process.pid },
  });
  await peer.focus(middle);
  expect((await observe(observer)).focus.ancestry).toEqual([middle, top, peer.root]);
  await peer.focus(inner);
  expect((await observe(observer)).focus.ancestry).toEqual([inner, middle, top, peer.root]);
  peer.x.SetInputFocus(0, 0);
  await peer.sync();
  expect((await observe(observer)).focus).toMatchObject({
    kind: "none",
    windowId: 0,
    ancestry: [],
    client: null,
  });
});

test("the windows at a point, through to the deepest, and off the screen", async () => {
  const top = await peer.window({ title: "top", x: 100, y: 100, width: 200, height: 200 });
  const inner = await peer.window({ parent: top, x: 10, y: 10, width: 50, height: 50 });
  const points = [
    { x: 115, y: 115 },
    { x: 250, y: 250 },
    { x: 5, y: 5 },
    { x: 800, y: 0 },
    { x: 799, y: 599 },
  ];
  const seen = (await observe(observer, points)).points;
  expect(seen.map((point) => [point.onScreen, point.chain])).toEqual([
    [true, [top, inner]],
    [true, [top]],
    [true, []],
    [false, []],
    [true, []],
  ]);
  expect(seen[0]?.client?.pid).toBe(process.pid);
  expect(seen[2]?.client).toBeNull();
});

test("keys, buttons and selections as another client sees them", async () => {
  const id = await peer.window();
  peer.x.SetSelectionOwner(id, await peer.atom("CLIPBOARD"), 0);
  await peer.sync();
  const facts = value(await observer.queryInput(op()));
  const pointer = await peer.ask<{ rootX: number; rootY: number; keyMask: number }>((x, reply) => x.QueryPointer(peer.root, reply));
  expect(facts).toEqual({
    keycodesDown: [],
    buttonsDown: [],
    pointer: { x: pointer.rootX, y: pointer.rootY },
    selections: { clipboard: id, primary: 0, lease: 0 },
    ownedByUs: [],
  });
});

test("a thousand windows are observed, and one client's pid is asked once", async () => {
  for (let at = 0; at < 999; at += 1) peer.x.CreateWindow(peer.x.AllocID(), peer.root, 0, 0, 1, 1, 0, 0, 0, 0, {});
  const id = await peer.window({ title: "last" });
  const seen = await observe(observer);
  expect(seen.windows.map((window) => window.id)).toEqual([id]);
});
