// A click, a key and a text reach the target and nobody else; each fact that differs keeps everything from being sent.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Desktop, Expected, Primitive } from "../../../native/index.js";
import { dispatch, faultCode, inOneSecond, op, open, outcome, plan, value } from "./desk.ts";
import { Peer } from "./peer.ts";
import { startServer, type Server } from "./server.ts";

const POINT = { x: 100, y: 100 };
const CLICK: Primitive = { kind: "click", button: "left", count: 1 };

let server: Server;
let desktop: Desktop;
let target: Peer;
let window: number;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

beforeEach(async () => {
  target = await Peer.connect(server);
  window = await target.window({ title: "target" });
  await target.focus(window);
  desktop = await open(server);
  value(await desktop.lease(op()));
});
afterEach(async () => {
  value(await desktop.release(op(), { lease: true }));
  desktop.close();
  target.close();
});

test("a click reaches the target once, and the answer names the target", async () => {
  const expected = await plan(desktop, window, { point: POINT });
  const got = outcome("dispatched", await dispatch(desktop, expected, CLICK));
  expect(got.deliveredTo).toBe("target");
  expect(got.sent).toBe(3);
  expect(await target.input()).toEqual(["ButtonPress", "ButtonRelease"]);
  const pointer = await target.ask<{ rootX: number; rootY: number; keyMask: number }>((x, reply) =>
    x.QueryPointer(target.root, reply),
  );
  expect([pointer.rootX, pointer.rootY, pointer.keyMask]).toEqual([100, 100, 0]);
});

test.each([1, 2, 3] as const)("count %i is as many presses", async (count) => {
  await dispatch(desktop, await plan(desktop, window, { point: POINT }), {
    ...CLICK,
    count,
    modifiers: ["ctrl", "shift"],
  });
  const presses = (await target.input()).filter((name) => name === "ButtonPress");
  expect(presses).toHaveLength(count);
  expect((await target.input()).slice(0, 2)).toEqual(["KeyPress", "KeyPress"]);
  expect((await target.input()).slice(-2)).toEqual(["KeyRelease", "KeyRelease"]);
});

test("a key chord is pressed in order and released in reverse", async () => {
  const got = outcome("dispatched", await dispatch(desktop, await plan(desktop, window), { kind: "key", chord: "ctrl+shift+s" }));
  expect(got.deliveredTo).toBe("target");
  await target.sync();
  const keys = target.events.map((event) => [event.name, event.keycode]);
  expect(keys).toEqual([
    ["KeyPress", 37],
    ["KeyPress", 50],
    ["KeyPress", 39],
    ["KeyRelease", 39],
    ["KeyRelease", 50],
    ["KeyRelease", 37],
  ]);
});

test("a text is sent in segments: one key, then 32 characters at most; 2001 characters are refused", async () => {
  const expected = await plan(desktop, window);
  const text = 'The quick brown fox (jumps) over 13 lazy dogs; "isn\'t" it? {~}+|';
  expect(text).toHaveLength(64);
  expect(outcome("dispatched", await dispatch(desktop, expected, { kind: "type", text })).segments).toBe(3);
  const input = await target.input();
  expect(input.filter((name) => name === "KeyPress").length).toBe(input.filter((name) => name === "KeyRelease").length);
  expect(input.length).toBeGreaterThanOrEqual(128);
  expect(faultCode(await desktop.dispatch(op(), expected, { kind: "type", text: "!".repeat(2001) }, inOneSecond()))).toBe(
    "action_bound_exceeded",
  );
});

describe("refused before anything is sent", () => {
  const cases: readonly {
    name: string;
    primitive: Primitive;
    code: string;
    point?: { x: number; y: number };
  }[] = [
    {
      name: "a character that nothing can produce",
      primitive: { kind: "type", text: "a\u001bb" },
      code: "text_unrepresentable",
    },
    {
      name: "a key that is none",
      primitive: { kind: "key", chord: "ctrl+nosuch" },
      code: "key_not_known",
    },
    {
      name: "33 repeats",
      primitive: { kind: "key", chord: "a", repeat: 33 },
      code: "action_bound_exceeded",
    },
    {
      name: "one past the right edge",
      primitive: CLICK,
      code: "coordinate_out_of_range",
      point: { x: 800, y: 10 },
    },
    {
      name: "one past the bottom",
      primitive: CLICK,
      code: "coordinate_out_of_range",
      point: { x: 10, y: 600 },
    },
    {
      name: "left of the screen",
      primitive: CLICK,
      code: "coordinate_out_of_range",
      point: { x: -1, y: 10 },
    },
  ];
  test.each(cases)("$name: $code", async ({ primitive, code, point }) => {
    const expected = await plan(desktop, window, point === undefined ? {} : { point });
    expect(faultCode(await desktop.dispatch(op(), expected, primitive, inOneSecond()))).toBe(code);
    expect(await target.input()).toEqual([]);
  });

  test("how many characters, not which", async () => {
    const text = "a\u001b你b\u0007c";
    const answer = await desktop.dispatch(op(), await plan(desktop, window), { kind: "type", text }, inOneSecond());
    if (answer.ok) throw new Error("sent");
    expect(answer.fault.message).toMatch(/^2 characters/);
    // Of no character of the text a trace but the number.
    expect(answer.fault.message.replace(/^2 characters of the text are on no key[\w ,;-]*$/, "")).toBe("");
  });
});

const retitle = async (title: Buffer): Promise<undefined> => {
  await target.text(window, "_NET_WM_NAME", title);
  // Until the server answers it may not have read it.
  await target.sync();
};

const differing: readonly {
  name: string;
  change: (expected: Expected) => Promise<Expected | undefined>;
  differences: readonly string[];
}[] = [
  {
    name: "pixels",
    change: async () => target.paint(window, 0xff0000, [5, 5, 3, 2]).then(() => undefined),
    differences: ["pixels"],
  },
  {
    name: "title",
    change: async () => retitle(Buffer.from("Target")),
    differences: ["title"],
  },
  {
    name: "title, not UTF-8",
    change: async () => retitle(Buffer.from([0x74, 0xff])),
    differences: ["title"],
  },
  {
    name: "focus",
    change: async () =>
      target.focus(await target.window({ title: "other", x: 400, y: 300, colour: 0, width: 1, height: 1 })).then(() => undefined),
    differences: ["focus"],
  },
  {
    name: "process",
    change: async (expected) => ({ ...expected, client: { ...expected.client, startTicks: 1 } }),
    differences: ["identity"],
  },
  {
    name: "client",
    change: async (expected) => ({
      ...expected,
      client: { ...expected.client, base: expected.client.base + 0x200000 },
    }),
    differences: ["identity", "surface"],
  },
  {
    name: "geometry",
    change: async (expected) => ({ ...expected, geometry: { ...expected.geometry, width: 301 } }),
    differences: ["geometry"],
  },
  {
    name: "point outside",
    change: async (expected) => ({ ...expected, point: { x: 700, y: 500 } }),
    differences: ["surface"],
  },
  {
    name: "window destroyed",
    change: async () => (target.x.DestroyWindow(window), target.sync().then(() => undefined)),
    differences: ["window_gone", "focus", "surface", "pixels"],
  },
  {
    name: "window moved",
    change: async () => (target.x.MoveWindow(window, 60, 50), target.sync().then(() => undefined)),
    differences: ["geometry", "pixels"],
  },
];
test.each(differing)("$name differs: $differences", async ({ change, differences }) => {
  const planned = await plan(desktop, window, { point: POINT });
  const expected = (await change(planned)) ?? planned;
  const got = outcome("precondition_failed", await dispatch(desktop, expected, CLICK));
  expect(got.differences).toEqual(differences);
  if (differences.includes("pixels")) expect(got.pixelsChanged).toBeGreaterThan(0);
  expect(await target.input()).toEqual([]);
});

test("the number of changed pixels is exact", async () => {
  const expected = await plan(desktop, window, { point: POINT });
  await target.paint(window, 0xff0000, [5, 5, 3, 2]);
  expect(outcome("precondition_failed", await dispatch(desktop, expected, CLICK)).pixelsChanged).toBe(6);
});

test("a change in an ignored rectangle is none", async () => {
  const expected = await plan(desktop, window, {
    point: POINT,
    ignore: [{ x: 55, y: 55, width: 3, height: 2 }],
  });
  await target.paint(window, 0xff0000, [5, 5, 3, 2]);
  outcome("dispatched", await dispatch(desktop, expected, CLICK));
  await target.paint(window, 0xff0000, [8, 5, 1, 1]);
  outcome("precondition_failed", await dispatch(desktop, expected, CLICK));
  expect(await target.input()).toEqual(["ButtonPress", "ButtonRelease"]);
});

test("too late", async () => {
  const expected = await plan(desktop, window, { point: POINT });
  const got = outcome("precondition_failed", value(await desktop.dispatch(op(), expected, CLICK, inOneSecond() - 1_100_000)));
  expect(got.differences).toEqual(["deadline"]);
  expect(await target.input()).toEqual([]);
});

test("a window of another client at the point", async () => {
  const other = await Peer.connect(server);
  const cover = await other.window({
    title: "cover",
    x: 90,
    y: 90,
    width: 40,
    height: 40,
    overrideRedirect: true,
  });
  const expected = await plan(desktop, window, { point: POINT });
  expect(outcome("precondition_failed", await dispatch(desktop, expected, CLICK)).differences).toEqual(["surface"]);
  expect([...(await target.input()), ...(await other.input())]).toEqual([]);
  expect(cover).toBeGreaterThan(0);
  other.close();
});

test("a key or a button that is down is let go of, and until then nothing else is dispatched by another run", async () => {
  outcome("dispatched", await dispatch(desktop, await plan(desktop, window), { kind: "key_down", chord: "shift" }));
  const held = value(await desktop.queryInput(op()));
  expect(held.keycodesDown).toEqual([50]);
  const other = await open(server);
  expect(faultCode(await other.lease(op()))).toBe("display_busy");
  value(await desktop.release(op(), { lease: true }));
  value(await other.lease(op()));
  expect(value(await other.queryInput(op())).keycodesDown).toEqual([]);
  other.close();
});

test("keys that another run left down are noticed, never typed through", async () => {
  const first = await plan(desktop, window);
  outcome("dispatched", await dispatch(desktop, first, { kind: "key_down", chord: "ctrl+a" }));
  await target.sync();
  // The lease changes hands although the keys stay down: what a killed process would leave behind.
  const thief = await Peer.connect(server);
  thief.x.SetSelectionOwner(0, await thief.atom("_DESKGATE_LEASE"), 0);
  await thief.sync();
  const next = await open(server);
  value(await next.lease(op()));
  const got = outcome("precondition_failed", await dispatch(next, await plan(next, window), { kind: "key", chord: "b" }));
  expect(got.differences).toEqual(["modifiers"]);
  expect(outcome("precondition_failed", await dispatch(desktop, first, { kind: "key", chord: "b" })).differences).toContain(
    "lease",
  );
  next.close();
  thief.close();
});

test("without a lease nothing is dispatched", async () => {
  const other = await open(server);
  expect(faultCode(await other.dispatch(op(), await plan(other, window, { point: POINT }), CLICK, inOneSecond()))).toBe(
    "lease_absent",
  );
  expect(await target.input()).toEqual([]);
  other.close();
});
