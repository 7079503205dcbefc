// Reading the clipboard: the target's own text, whole, or nothing. Another client's is never read.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { DispatchOutcome, Primitive } from "../../../native/index.js";
import { Canvas } from "./canvas.ts";
import { dispatch, inOneSecond, op, outcome, value } from "./desk.ts";
import { buildGtkTarget } from "./gtk.ts";
import { startServer, type Server } from "./server.ts";

const READ: Primitive = { kind: "clipboard_read", bytesMax: 1_048_576, deadlineMs: 1500 };

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

const read = async (primitive = READ): Promise<DispatchOutcome> => dispatch(canvas.desktop, await canvas.settled(), primitive);
const text = (got: DispatchOutcome): string | undefined => outcome("dispatched", got).clipboardText;
const refused = (got: DispatchOutcome): void => expect(outcome("precondition_failed", got).differences).toEqual(["clipboard"]);

test("nobody offers a text: an empty one", async () => {
  expect(text(await read())).toBe("");
});

test("what the target copied, exactly, and no input is sent", async () => {
  const copied = "  Привет 你好 🙂 €ž \t";
  await canvas.target.tell(`copy ${copied}.`, "copied");
  const got = outcome("dispatched", await read());
  expect(got).toMatchObject({ clipboardText: `${copied}.`, sent: 0, deliveredTo: "none", deliveries: [] });
  expect(canvas.told("keydown", "press")).toEqual([]);
});

test("a text that comes in parts is read whole; one over the bound is not read at all", async () => {
  await canvas.target.tell("fill 900000", "copied");
  expect(text(await read())).toBe("x".repeat(900_000));
  refused(await read({ ...READ, bytesMax: 899_999 }));
  expect(text(await read({ ...READ, bytesMax: 900_000 }))).toBe("x".repeat(900_000));
  await canvas.target.tell("fill 1000", "copied");
  refused(await read({ ...READ, bytesMax: 999 }));
  expect(text(await read({ ...READ, bytesMax: 1000 }))).toBe("x".repeat(1000));
});

test("another client's clipboard is not read, nor asked for", async () => {
  const lair = await canvas.peer.window({ x: 600, y: 450, width: 50, height: 50 });
  canvas.peer.x.SetSelectionOwner(lair, await canvas.peer.atom("CLIPBOARD"), 0);
  await canvas.peer.sync();
  refused(await read());
  await canvas.peer.sync();
  expect(canvas.peer.events.filter((event) => event.name === "SelectionRequest")).toEqual([]);
});

test("an owner that never answers costs the deadline, and the next reading works", async () => {
  await canvas.target.tell("copy later", "copied");
  const expected = await canvas.settled();
  process.kill(canvas.target.pid, "SIGSTOP");
  try {
    const started = Date.now();
    refused(value(await canvas.desktop.dispatch(op(), expected, { ...READ, deadlineMs: 300 }, inOneSecond())));
    expect(Date.now() - started).toBeGreaterThanOrEqual(300);
  } finally {
    process.kill(canvas.target.pid, "SIGCONT");
  }
  expect(text(await read())).toBe("later");
});

test("what differs is not read", async () => {
  await canvas.target.tell("copy secret", "copied");
  const expected = await canvas.settled();
  const got = await dispatch(canvas.desktop, { ...expected, title: "another" }, READ);
  expect(outcome("precondition_failed", got).differences).toEqual(["title"]);
  expect(got).not.toHaveProperty("clipboardText");
});
