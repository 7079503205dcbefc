// Every pointer and key act as a toolkit sees it: the target's own log is the witness.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Canvas } from "./canvas.ts";
import { dispatch, faultCode, inOneSecond, op, outcome, value } from "./desk.ts";
import { buildGtkTarget } from "./gtk.ts";
import { startServer, type Server } from "./server.ts";

const [SHIFT, CTRL] = [1, 4];

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

test.each([
  ["up", 0, -3],
  ["down", 0, 3],
  ["left", -3, 0],
  ["right", 3, 0],
] as const)("scroll %s by 3 is 3 in that direction and none in another", async (name, dx, dy) => {
  const expected = await canvas.settled(canvas.at(100, 60));
  expect(outcome("dispatched", await dispatch(canvas.desktop, expected, { kind: "scroll", dx, dy })).sent).toBe(7);
  await canvas.count("scroll", 3);
  expect(canvas.told("scroll")).toEqual([1, 2, 3].map(() => `scroll ${name} 0`));
});

test("scroll both ways with a modifier held, which is up afterwards", async () => {
  const expected = await canvas.settled(canvas.at(100, 60));
  outcome("dispatched", await dispatch(canvas.desktop, expected, { kind: "scroll", dx: -1, dy: 2, modifiers: ["ctrl"] }));
  await canvas.count("scroll", 3);
  expect(canvas.told("scroll")).toEqual([`scroll down ${CTRL}`, `scroll down ${CTRL}`, `scroll left ${CTRL}`]);
  expect(value(await canvas.desktop.queryInput(op())).keycodesDown).toEqual([]);
});

test.each([
  [0, 0],
  [33, 0],
  [-17, 16],
  [-2_147_483_648, 0],
])("scroll by (%i, %i) is refused", async (dx, dy) => {
  const expected = await canvas.settled(canvas.at(100, 60));
  expect(faultCode(await canvas.desktop.dispatch(op(), expected, { kind: "scroll", dx, dy }, inOneSecond()))).toBe(
    "action_bound_exceeded",
  );
  expect(canvas.told("scroll", "motion")).toEqual([]);
});

test.each([
  ["left", 1],
  ["middle", 2],
  ["right", 3],
  ["back", 8],
  ["forward", 9],
] as const)("the %s button is button %i, pressed and released at the point", async (button, number) => {
  const point = canvas.at(31, 17);
  const expected = await canvas.settled(point);
  outcome("dispatched", await dispatch(canvas.desktop, expected, { kind: "click", button, count: 1 }));
  await canvas.count("release", 1);
  const place = `${point.x} ${point.y}`;
  expect(canvas.told("press", "release")).toEqual([`press ${number} ${place} 0`, `release ${number} ${place} 0`]);
});

test("counts 2 and 3 are a double and a triple click for the toolkit, with the modifiers held", async () => {
  const primitive = { kind: "click", button: "left", modifiers: ["shift", "ctrl"] } as const;
  outcome("dispatched", await dispatch(canvas.desktop, await canvas.settled(canvas.at(50, 50)), { ...primitive, count: 2 }));
  await canvas.count("release", 2);
  expect(canvas.told("press", "double", "triple").map((line) => line.split(" ")[0])).toEqual(["press", "press", "double"]);
  expect(canvas.told("press", "double").every((line) => line.endsWith(` ${SHIFT + CTRL}`))).toBe(true);
  outcome("dispatched", await dispatch(canvas.desktop, await canvas.settled(canvas.at(200, 90)), { ...primitive, count: 3 }));
  await canvas.count("release", 5);
  expect(canvas.told("triple")).toHaveLength(1);
  expect(value(await canvas.desktop.queryInput(op()))).toMatchObject({ keycodesDown: [], buttonsDown: [] });
});

describe("a button that is pressed and let go of in two acts", () => {
  const down = { kind: "pointer_down", button: "left" } as const;
  const up = { kind: "pointer_up", button: "left" } as const;

  test("is down in between, and the pointer drags", async () => {
    outcome("dispatched", await dispatch(canvas.desktop, await canvas.settled(canvas.at(20, 20)), down));
    expect(value(await canvas.desktop.queryInput(op())).buttonsDown).toEqual([1]);
    outcome("dispatched", await dispatch(canvas.desktop, await canvas.settled(canvas.at(60, 40)), { kind: "pointer_move" }));
    outcome("dispatched", await dispatch(canvas.desktop, await canvas.settled(canvas.at(90, 60)), up));
    await canvas.count("release", 1);
    const { x, y } = canvas.at(60, 40);
    expect(canvas.told("press", "drag", "release").map((line) => line.split(" ")[0])).toEqual(["press", "drag", "drag", "release"]);
    expect(canvas.told("drag")[0]).toBe(`drag ${x} ${y} 0`);
    expect(value(await canvas.desktop.queryInput(op())).buttonsDown).toEqual([]);
  });

  test("that is not ours is not let go of", async () => {
    const got = outcome("precondition_failed", await dispatch(canvas.desktop, await canvas.settled(canvas.at(20, 20)), up));
    expect(got.differences).toEqual(["held"]);
    expect(canvas.told("press", "release", "motion", "drag")).toEqual([]);
  });

  test("is let go of when what comes next is refused", async () => {
    outcome("dispatched", await dispatch(canvas.desktop, await canvas.settled(canvas.at(20, 20)), down));
    const expected = await canvas.settled(canvas.at(60, 40));
    const got = await dispatch(canvas.desktop, { ...expected, title: "another" }, { kind: "pointer_move" });
    expect(outcome("precondition_failed", got).differences).toEqual(["title"]);
    await canvas.count("release", 1);
    expect(value(await canvas.desktop.queryInput(op())).buttonsDown).toEqual([]);
  });
});

test.each([
  ["ENTER", "Return"],
  ["arrowleft", "Left"],
  ["pgdn", "Page_Down"],
  ["exclam", "exclam"],
  ["esc", "Escape"],
])("the word %s is the key %s", async (chord, name) => {
  outcome("dispatched", await dispatch(canvas.desktop, await canvas.settled(), { kind: "key", chord }));
  await canvas.target.until((lines) => lines.some((line) => line.startsWith(`keyup ${name} `)));
});

test("a keypad key is the one that is named, whatever Num Lock says; Num Lock stays as it was", async () => {
  const key = async (chord: string) => dispatch(canvas.desktop, await canvas.settled(), { kind: "key", chord });
  outcome("dispatched", await key("KP_Home"));
  // Without Num Lock no key of this layout gives the digit: refused, not another key.
  expect(
    faultCode(await canvas.desktop.dispatch(op(), await canvas.settled(), { kind: "key", chord: "KP_7" }, inOneSecond())),
  ).toBe("key_not_known");
  outcome("dispatched", await key("Num_Lock"));
  outcome("dispatched", await key("KP_7"));
  outcome("dispatched", await key("KP_Home"));
  outcome("dispatched", await key("KP_7"));
  await canvas.target.until(() => canvas.told("keyup").filter((line) => line.startsWith("keyup KP_")).length === 4);
  const names = canvas.told("keydown").map((line) => line.split(" ")[1]);
  expect(names.filter((name) => name?.startsWith("KP_"))).toEqual(["KP_Home", "KP_7", "KP_Home", "KP_7"]);
  outcome("dispatched", await key("Num_Lock"));
});

test("a chord is repeated inside one hold of its modifiers", async () => {
  outcome("dispatched", await dispatch(canvas.desktop, await canvas.settled(), { kind: "key", chord: "ctrl+RIGHT", repeat: 3 }));
  await canvas.target.until((lines) => lines.some((line) => line.startsWith("keyup Control_L")));
  const names = canvas.told("keydown", "keyup").map((line) => line.split(" ").slice(0, 2).join(" "));
  const tap = ["keydown Right", "keyup Right"];
  expect(names).toEqual(["keydown Control_L", ...tap, ...tap, ...tap, "keyup Control_L"]);
});
