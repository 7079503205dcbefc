// The clipboard is served to the target's client alone, and who takes it away, asks twice or hangs is found out.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Desktop, DispatchOutcome } from "../../../native/index.js";
import { dispatch, op, open, outcome, plan, value } from "./desk.ts";
import { Peer } from "./peer.ts";
import { startServer, type Server } from "./server.ts";

const PASTE = {
  kind: "paste",
  chord: "ctrl+v",
  text: "secret",
  quietMs: 40,
  deadlineMs: 400,
} as const;

let server: Server;
let desktop: Desktop;
let target: Peer;
let thief: Peer;
let window: number;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  target = await Peer.connect(server);
  window = await target.window({
    title: "target",
    events: ["KeyPress", "KeyRelease", "PropertyChange"],
  });
  await target.focus(window);
  thief = await Peer.connect(server);
  desktop = await open(server);
  value(await desktop.lease(op()));
});
afterEach(async () => {
  desktop.close();
  target.close();
  thief.close();
  await new Promise((resolve) => setTimeout(resolve, 20));
});

/** Runs `act` when the target gets the key of the chord, while the paste is being served. */
const onKey = (act: () => void): void => {
  let done = false;
  target.x.on("event", (event) => {
    if (event.name === "KeyPress" && event.keycode === 55 && !done) {
      done = true;
      act();
    }
  });
};

/** What is in a property once a SelectionNotify for it came; deletes it. */
const convert = async (peer: Peer, requestor: number, targetName: string): Promise<Buffer | undefined> => {
  const [clipboard, type, property] = [await peer.atom("CLIPBOARD"), await peer.atom(targetName), await peer.atom("DEST")];
  const from = peer.events.length;
  peer.x.ConvertSelection(requestor, clipboard, type, property, 0);
  for (let tries = 0; tries < 100; tries += 1) {
    await peer.sync();
    const notify = peer.events.slice(from).find((event) => event.name === "SelectionNotify");
    if (notify !== undefined) {
      const { data, type: got } = await peer.ask<{ data: Buffer; type: number }>((x, reply) =>
        x.GetProperty(1, requestor, property, 0, 0, 1_000_000, reply),
      );
      return got === 0 ? undefined : data;
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return undefined;
};

test("the target gets the text, its formats and the time; then the clipboard is nobody's", async () => {
  const got: (Buffer | undefined)[] = [];
  let asking = Promise.resolve();
  await Promise.all(
    ["CLIPBOARD", "UTF8_STRING", "TARGETS", "TIMESTAMP", "STRING", "image/png", "DEST"].map((name) => target.atom(name)),
  );
  onKey(() => {
    asking = (async () => {
      for (const name of ["TARGETS", "TIMESTAMP", "UTF8_STRING", "STRING", "image/png"])
        got.push(await convert(target, window, name));
    })();
  });
  const result = outcome("dispatched", await dispatch(desktop, await plan(desktop, window), PASTE));
  await asking;
  const [targets, time, utf8, latin, picture] = got;
  expect(targets?.length).toBe(24);
  expect(time?.readUInt32LE(0)).toBeGreaterThan(0);
  expect(utf8?.toString()).toBe("secret");
  expect(latin?.toString()).toBe("secret");
  expect(picture).toBeUndefined();
  expect(result.paste).toMatchObject({ served: 2, refusedRequests: 0, cleared: true });
  expect(
    await target.ask<number>((x, reply) => void target.atom("CLIPBOARD").then((atom) => x.GetSelectionOwner(atom, reply))),
  ).toBe(0);
});

test("another client that asks gets nothing, and is counted", async () => {
  const lair = await thief.window({ title: "lair", x: 500, y: 400 });
  await Promise.all(["CLIPBOARD", "UTF8_STRING", "DEST"].flatMap((name) => [target.atom(name), thief.atom(name)]));
  let stolen: Buffer | undefined;
  let asking = Promise.resolve();
  onKey(() => {
    asking = (async () => {
      stolen = await convert(thief, lair, "UTF8_STRING");
      await convert(target, window, "UTF8_STRING");
    })();
  });
  const result = outcome("dispatched", await dispatch(desktop, await plan(desktop, window), PASTE));
  await asking;
  expect(stolen).toBeUndefined();
  expect(result.paste).toMatchObject({ served: 1, refusedRequests: 1 });
});

const failed = async (): Promise<DispatchOutcome> => dispatch(desktop, await plan(desktop, window), PASTE);

test("a client that takes the clipboard before the target has read it: hijacked", async () => {
  const lair = await thief.window({ title: "lair", x: 500, y: 400 });
  const clipboard = await thief.atom("CLIPBOARD");
  onKey(() => thief.x.SetSelectionOwner(lair, clipboard, 0));
  expect(outcome("paste_hijacked", await failed()).paste).toMatchObject({
    served: 0,
    cleared: false,
  });
});

test("a target that never asks: unanswered within the deadline, and the clipboard is cleared", async () => {
  const started = Date.now();
  expect(outcome("paste_unanswered", await failed()).paste).toMatchObject({
    served: 0,
    cleared: true,
  });
  expect(Date.now() - started).toBeLessThan(1500);
  expect(value(await desktop.queryInput(op())).selections.clipboard).toBe(0);
});

test("a target that stops in the middle of a long transfer: unanswered, not called whole", async () => {
  await Promise.all(["CLIPBOARD", "UTF8_STRING", "DEST"].map((name) => target.atom(name)));
  onKey(() => void convert(target, window, "UTF8_STRING"));
  const result = await dispatch(desktop, await plan(desktop, window), {
    ...PASTE,
    text: "x".repeat(1_000_000),
  });
  expect(outcome("paste_unanswered", result).paste).toMatchObject({
    served: 0,
    incremental: true,
    cleared: true,
  });
});

test("a cancelled paste is unknown, and the clipboard is cleared", async () => {
  const number = op();
  const expected = await plan(desktop, window);
  onKey(() => setTimeout(() => desktop.cancel(number), 50));
  const result = value(
    await desktop.dispatch(number, expected, { ...PASTE, deadlineMs: 5000 }, Number(process.hrtime.bigint() / 1000n) + 1_000_000),
  );
  expect(outcome("outcome_unknown", result).cause).toBe("cancelled");
  expect(value(await desktop.queryInput(op())).selections.clipboard).toBe(0);
});

test("a paste that is refused never touches the clipboard", async () => {
  const lair = await thief.window({ title: "lair", x: 500, y: 400 });
  thief.x.SetSelectionOwner(lair, await thief.atom("CLIPBOARD"), 0);
  await thief.sync();
  const expected = await plan(desktop, window);
  await target.paint(window, 0xff, [0, 0, 1, 1]);
  outcome("precondition_failed", await dispatch(desktop, expected, PASTE));
  expect(value(await desktop.queryInput(op())).selections.clipboard).toBe(lair);
});
