// A drag as a toolkit sees it, and what becomes of it when another client interferes half-way: how far it got is said, and nothing stays down.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Point, Primitive } from "../../../native/index.js";
import { Canvas } from "./canvas.ts";
import { dispatch, faultCode, inOneSecond, observe, op, outcome, value, windowIn } from "./desk.ts";
import { buildGtkTarget } from "./gtk.ts";
import { Peer } from "./peer.ts";
import { startServer, type Server } from "./server.ts";

let server: Server;
let program: string;
let canvas: Canvas;

beforeAll(async () => {
  server = await startServer();
  program = buildGtkTarget(server, "gtk-canvas");
});
afterAll(() => server.stop());
beforeEach(async () => {
  canvas = await Canvas.start(server, program);
});
afterEach(() => canvas.stop());

const drag = (path: readonly Point[], durationMs: number, more: object = {}): Primitive => ({
  kind: "drag",
  path,
  button: "left",
  durationMs,
  ...more,
});
const nothingDown = async (): Promise<void> => {
  expect(value(await canvas.desktop.queryInput(op()))).toMatchObject({ keycodesDown: [], buttonsDown: [] });
};

test("a drawing area sees press, interpolated motions through every corner, release", async () => {
  const path = [canvas.at(10, 10), canvas.at(200, 10), canvas.at(200, 90)];
  const expected = await canvas.settled();
  const got = outcome("dispatched", await dispatch(canvas.desktop, expected, drag(path, 300, { modifiers: ["shift"] })));
  expect(got).toMatchObject({ deliveredTo: "target", segments: 27 });
  expect(got.endedUs - got.startedUs).toBeGreaterThanOrEqual(300_000);
  await canvas.count("release", 1);
  const text = (kind: string, point: Point) => `${kind} ${point.x} ${point.y} 1`;
  const [first, corner, last] = path as [Point, Point, Point];
  expect(canvas.told("press")).toEqual([`press 1 ${first.x} ${first.y} 1`]);
  expect(canvas.told("release")).toEqual([`release 1 ${last.x} ${last.y} 1`]);
  const motions = canvas.told("drag");
  expect(motions.length).toBeGreaterThanOrEqual(8);
  expect(motions).toContain(text("drag", corner));
  await nothingDown();
});

test("drag and drop of a toolkit works", async () => {
  const { x, y, width, height } = canvas.geometry;
  const path = [
    { x: x + Math.round(width / 4), y: y + height - 15 },
    { x: x + Math.round((width * 3) / 4), y: y + height - 15 },
  ];
  const icon = await dragIcon();
  const expected = { ...(await canvas.settled()), surfaceClients: [icon] };
  outcome("dispatched", await dispatch(canvas.desktop, expected, drag(path, 400)));
  await canvas.target.until((lines) => lines.includes("dropped parcel"));
  await nothingDown();
});

/** What a toolkit drags along is a popup of its own client. */
const dragIcon = async (): Promise<number> => windowIn(await observe(canvas.desktop), canvas.window).client.base;

describe("refused before the press", () => {
  test.each([
    ["the end", () => [canvas.at(10, 10), { x: 700, y: 500 }]],
    ["a corner", () => [canvas.at(10, 10), { x: 700, y: 500 }, canvas.at(50, 50)]],
  ])("%s lies outside of the target", async (_, path) => {
    const got = outcome("precondition_failed", await dispatch(canvas.desktop, await canvas.settled(), drag(path(), 0)));
    expect(got.differences).toEqual(["surface"]);
    expect(canvas.told("press", "motion", "drag", "release")).toEqual([]);
  });

  test.each([
    ["a point off the screen", () => [canvas.at(10, 10), { x: 800, y: 10 }], 0, "coordinate_out_of_range"],
    ["one point", () => [canvas.at(10, 10)], 0, "action_bound_exceeded"],
    ["257 points", () => Array.from({ length: 257 }, (_, at) => canvas.at(at, 10)), 0, "action_bound_exceeded"],
    ["10 s and a bit", () => [canvas.at(10, 10), canvas.at(20, 10)], 10_001, "action_bound_exceeded"],
  ])("%s", async (_, path, durationMs, code) => {
    const answer = await canvas.desktop.dispatch(op(), await canvas.settled(), drag(path(), durationMs), inOneSecond());
    expect(faultCode(answer)).toBe(code);
    expect(canvas.told("press", "motion", "drag", "release")).toEqual([]);
  });

  test("pixels that changed since planning", async () => {
    const expected = await canvas.settled();
    await canvas.peer.paint(canvas.window, 0xff0000, [100, 100, 4, 4]);
    const got = await dispatch(canvas.desktop, expected, drag([canvas.at(10, 10), canvas.at(90, 90)], 0));
    expect(outcome("precondition_failed", got).differences).toEqual(["pixels"]);
    expect(canvas.told("press")).toEqual([]);
  });
});

describe("stopped half-way", () => {
  /** Begins a drag of two seconds and has `interfere` done once the target has seen some of it. */
  const interrupted = async (interfere: (operation: number) => Promise<void>) => {
    const operation = op();
    const expected = await canvas.settled();
    const path = [canvas.at(10, 10), canvas.at(300, 90)];
    const running = canvas.desktop.dispatch(operation, expected, drag(path, 2000), inOneSecond());
    await canvas.count("drag", 5);
    await interfere(operation);
    return outcome("partial", value(await running));
  };

  test("the focus is stolen", async () => {
    const thief = await Peer.connect(server);
    const lair = await thief.window({ title: "lair", x: 600, y: 450, width: 50, height: 50 });
    const got = await interrupted(() => thief.focus(lair));
    expect(got).toMatchObject({ stoppedBy: "precondition_failed", differences: ["focus"], segments: 168 });
    expect(got.segmentsSent).toBeGreaterThanOrEqual(6);
    expect(got.segmentsSent).toBeLessThan(168);
    // The press goes with the first motion, each later segment is one.
    expect(got.sent).toBe(got.segmentsSent + 1);
    await canvas.count("release", 1);
    expect(await thief.input()).toEqual([]);
    await nothingDown();
    thief.close();
  });

  test("a window of another client comes under the pointer's way", async () => {
    const thief = await Peer.connect(server);
    const end = canvas.at(300, 90);
    const got = await interrupted(async () => {
      await thief.window({ x: end.x - 60, y: end.y - 60, width: 100, height: 100, overrideRedirect: true });
    });
    expect(got).toMatchObject({ stoppedBy: "precondition_failed", differences: ["surface"] });
    expect(await thief.input()).toEqual([]);
    await canvas.count("release", 1);
    await nothingDown();
    thief.close();
  });

  test("another client wants the pointer: while a button is down the server gives it to nobody else", async () => {
    const thief = await Peer.connect(server);
    const lair = await thief.window({ title: "lair", x: 600, y: 450, width: 50, height: 50 });
    const got = await interrupted(async () => {
      expect(await thief.ask<number>((x, reply) => x.GrabPointer(lair, 0, 0x4c, 1, 1, 0, 0, 0, reply))).not.toBe(0);
      await thief.focus(lair);
    });
    expect(got.differences).toEqual(["focus"]);
    expect(await thief.input()).toEqual([]);
    thief.close();
  });

  test("the window is taken away", async () => {
    const got = await interrupted(() => canvas.target.tell("hide", "hidden"));
    expect(got.stoppedBy).toBe("precondition_failed");
    expect(got.differences).toContain("window_gone");
    await nothingDown();
  });

  test("the target's process ends", async () => {
    const got = await interrupted(() => canvas.target.stop());
    expect(got.stoppedBy).toBe("precondition_failed");
    expect(got.differences).toContain("window_gone");
    await nothingDown();
  });

  test("the window moves", async () => {
    const got = await interrupted(async () => {
      canvas.peer.x.MoveWindow(canvas.window, 33, 44);
      await canvas.peer.sync();
    });
    expect(got.differences).toContain("geometry");
    await canvas.count("release", 1);
    await nothingDown();
  });

  test("the lease is taken", async () => {
    const got = await interrupted(async () => {
      canvas.peer.x.SetSelectionOwner(0, await canvas.peer.atom("_DESKGATE_LEASE"), 0);
      await canvas.peer.sync();
    });
    expect(got.differences).toContain("lease");
    await nothingDown();
  });

  test("the caller cancels", async () => {
    const got = await interrupted(async (operation) => canvas.desktop.cancel(operation));
    expect(got.stoppedBy).toBe("cancelled");
    await canvas.count("release", 1);
    await nothingDown();
  });
});

test("a pointer that another client had grabbed before: misdelivered at the press, nothing more is sent, nothing stays down", async () => {
  const thief = await Peer.connect(server);
  const lair = await thief.window({ title: "lair", x: 600, y: 450, width: 50, height: 50 });
  const expected = await canvas.settled();
  expect(await thief.ask<number>((x, reply) => x.GrabPointer(lair, 0, 0x0c, 1, 1, 0, 0, 0, reply))).toBe(0);
  const got = await dispatch(canvas.desktop, expected, drag([canvas.at(10, 10), canvas.at(90, 90)], 500));
  expect(outcome("misdelivered", got).sent).toBe(2);
  expect(await thief.input()).toEqual(["ButtonPress", "ButtonRelease"]);
  expect(canvas.told("press", "drag", "release")).toEqual([]);
  await nothingDown();
  thief.close();
});

test("a painter in another window does not stop a drag, and gets nothing of it", async () => {
  const painter = await Peer.connect(server);
  const easel = await painter.window({ x: 500, y: 300, width: 200, height: 200 });
  const expected = await canvas.settled();
  const done = new AbortController();
  const running = canvas.desktop.dispatch(op(), expected, drag([canvas.at(10, 10), canvas.at(300, 90)], 400), inOneSecond());
  await canvas.count("press", 1);
  const painting = (async () => {
    for (let colour = 1; !done.signal.aborted; colour += 1) await painter.paint(easel, colour, [0, 0, 150, 150]);
  })();
  const got = value(await running);
  done.abort();
  await painting;
  expect(outcome("dispatched", got).deliveredTo).toBe("target");
  expect(await painter.input()).toEqual([]);
  painter.close();
  await nothingDown();
});
