// Comparisons, commitments and waiting are exact, pixel by pixel.
import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { CaptureOptions, Desktop } from "../../../native/index.js";
import { faultCode, op, open, value } from "./desk.ts";
import { Peer } from "./peer.ts";
import { startServer, type Server } from "./server.ts";
import { colourAt, shoot } from "./shots.ts";

let server: Server;
let desktop: Desktop;
let peer: Peer;
let window: number;

beforeAll(async () => {
  server = await startServer({ screen: "500x400x24" });
});
afterAll(() => server.stop());
beforeEach(async () => {
  desktop = await open(server);
  peer = await Peer.connect(server);
  window = await peer.window({ x: 100, y: 50, width: 200, height: 150, colour: 0x102030 });
});
afterEach(async () => {
  desktop.close();
  peer.close();
  await new Promise((resolve) => setTimeout(resolve, 20));
});

test("one pixel is a difference, where it was painted", async () => {
  const before = await shoot(desktop);
  await peer.paint(window, 0x102031, [199, 149, 1, 1]);
  const after = await shoot(desktop);
  expect(value(await desktop.equal(op(), before.frame, after.frame))).toBe(false);
  const diff = value(await desktop.diff(op(), before.frame, after.frame));
  expect(diff.pixelsChanged).toBe(1);
  expect(diff.rects).toHaveLength(1);
  const [rect] = diff.rects;
  expect(rect !== undefined && rect.x <= 299 && rect.x + rect.width > 299 && rect.y <= 199 && rect.y + rect.height > 199).toBe(
    true,
  );
});

test("what either frame ignores is no difference", async () => {
  const before = await shoot(desktop, [{ x: 299, y: 199, width: 1, height: 1 }]);
  await peer.paint(window, 0xffffff, [199, 149, 1, 1]);
  const after = await shoot(desktop);
  expect(value(await desktop.equal(op(), before.frame, after.frame))).toBe(true);
  expect(value(await desktop.equal(op(), after.frame, before.frame))).toBe(true);
});

test("compared while it is captured, a frame is equal or not as it is afterwards; with another place or an unknown frame it is neither", async () => {
  const scope = { kind: "display" } as const;
  const hole = { x: 110, y: 60, width: 1, height: 1 };
  const before = await shoot(desktop, [hole]);
  const against = async (compareTo: number, options: Partial<CaptureOptions> = {}): Promise<boolean | null> => {
    const { frame, equal } = value(await desktop.capture(op(), { scope, compareTo, ...options }));
    value(await desktop.drop(op(), frame));
    return equal;
  };
  expect(await against(before.frame)).toBe(true);
  await peer.paint(window, 0x00ff00, [10, 10, 1, 1]);
  expect(await against(before.frame)).toBe(true);
  await peer.paint(window, 0x00ff00, [11, 10, 1, 1]);
  expect(await against(before.frame)).toBe(false);
  expect(await against(before.frame, { ignore: [{ x: 111, y: 60, width: 1, height: 1 }] })).toBe(true);
  // The last row of the screen is compared too.
  const whole = await shoot(desktop);
  peer.x.MoveWindow(window, 100, 399);
  await peer.sync();
  expect(await against(whole.frame, { ignore: [{ x: 0, y: 0, width: 500, height: 399 }] })).toBe(false);
  peer.x.MoveWindow(window, 100, 50);
  await peer.paint(window, 0x00ff00, [10, 10, 2, 1]);
  expect(await against(whole.frame)).toBe(true);
  expect(await against(whole.frame, { scope: { kind: "window", windowId: window } })).toBeNull();
  expect(await against(4_000_000)).toBeNull();
});

test("a frame stays what it was, whatever is captured after it", async () => {
  const first = await shoot(desktop);
  await peer.paint(window, 0xabcdef, [0, 0, 200, 150]);
  for (let at = 0; at < 10; at += 1) value(await desktop.drop(op(), (await shoot(desktop)).frame));
  expect(await colourAt(desktop, first.frame, 150, 100)).toEqual([0x10, 0x20, 0x30]);
});

test("the commitment is what the documentation says, computed from the pixels by other code", async () => {
  const salt = Uint8Array.from({ length: 32 }, (_, at) => at);
  const hole = { x: 100, y: 50, width: 3, height: 2 };
  const frame = await shoot(desktop, [hole]);
  const { data, width, height } = value(await desktop.pixels(op(), frame.frame, { channels: 3 }));
  const rows = Buffer.alloc(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const ignored = x >= hole.x && x < hole.x + hole.width && y >= hole.y && y < hole.y + hole.height;
    if (!ignored) rows.set([data[at * 3 + 2] ?? 0, data[at * 3 + 1] ?? 0, data[at * 3] ?? 0], at * 4);
  }
  const numbers = Buffer.from(Uint32Array.from([0, 0, 500, 400, 24, 4, 0xff0000, 0xff00, 0xff, 1, 100, 50, 3, 2]).buffer);
  const want = createHmac("sha256", salt).update("deskgate/frame/v1\0").update(numbers).update(rows).digest("hex");
  expect(value(await desktop.commit(op(), frame.frame, salt))).toBe(want);
  expect(() => desktop.commit(op(), frame.frame, salt.subarray(1))).toThrow(/salt/);
});

test("a window's frame is its place on the screen; off the screen it is a fault", async () => {
  const facts = value(await desktop.capture(op(), { scope: { kind: "window", windowId: window } }));
  expect(facts.region).toEqual({ x: 100, y: 50, width: 200, height: 150 });
  expect(await colourAt(desktop, facts.frame, 100, 50)).toEqual([0x10, 0x20, 0x30]);
  peer.x.MoveWindow(window, 400, 50);
  await peer.sync();
  expect(faultCode(await desktop.capture(op(), { scope: { kind: "window", windowId: window } }))).toBe("region_off_screen");
  peer.x.DestroyWindow(window);
  await peer.sync();
  expect(faultCode(await desktop.capture(op(), { scope: { kind: "window", windowId: window } }))).toBe("window_gone");
});

test("frames of different places are not compared, unknown ones are faults, and there is a bound", async () => {
  const display = await shoot(desktop);
  const part = value(await desktop.capture(op(), { scope: { kind: "window", windowId: window } }));
  expect(faultCode(await desktop.equal(op(), display.frame, part.frame))).toBe("frame_mismatch");
  value(await desktop.drop(op(), part.frame));
  expect(faultCode(await desktop.equal(op(), display.frame, part.frame))).toBe("frame_unknown");
  for (let at = 0; at < 31; at += 1) await shoot(desktop);
  expect(faultCode(await desktop.capture(op(), { scope: { kind: "display" } }))).toBe("frames_exhausted");
  expect(
    faultCode(
      await desktop.pixels(op(), display.frame, {
        channels: 4,
        region: { x: 499, y: 0, width: 2, height: 1 },
      }),
    ),
  ).toBe("region_off_screen");
});

test("still: settles when nothing changes, counts changes, gives up while something does", async () => {
  const calm = value(await desktop.waitForStill(op(), { quietMs: 50, maxMs: 1000 }));
  expect(calm).toMatchObject({ settled: true, changes: 0 });
  expect(calm.waitedUs).toBeGreaterThanOrEqual(50_000);
  let colour = 0;
  const timer = setInterval(() => void peer.paint(window, ++colour, [0, 0, 10, 10]), 15);
  const restless = value(await desktop.waitForStill(op(), { quietMs: 100, maxMs: 400 }));
  const elsewhere = value(
    await desktop.waitForStill(op(), {
      quietMs: 100,
      maxMs: 1000,
      ignore: [{ x: 100, y: 50, width: 10, height: 10 }],
    }),
  );
  clearInterval(timer);
  expect(restless.settled).toBe(false);
  expect(restless.changes).toBeGreaterThan(3);
  expect(elsewhere).toMatchObject({ settled: true, changes: 0 });
});

test("still: a repaint with the same pixels is no change", async () => {
  const timer = setInterval(() => void peer.paint(window, 0x102030, [0, 0, 200, 150]), 10);
  const facts = value(await desktop.waitForStill(op(), { quietMs: 100, maxMs: 1000 }));
  clearInterval(timer);
  expect(facts).toMatchObject({ settled: true, changes: 0 });
});
