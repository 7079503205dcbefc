// A client that does not read what it is sent is nothing unusual: a stopped program is one. The record of deliveries must not harm the server.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Desktop } from "../../../native/index.js";
import { dispatch, op, open, outcome, plan, value } from "./desk.ts";
import { Peer } from "./peer.ts";
import { startServer, type Server } from "./server.ts";

let server: Server;
let desktop: Desktop;

beforeAll(async () => {
  server = await startServer();
  desktop = await open(server);
  value(await desktop.lease(op()));
});
afterAll(async () => {
  value(await desktop.release(op(), { lease: true }));
  desktop.close();
  await server.stop();
});

/** Far more than a socket and the server's first buffer hold. */
const notices = 20_000;

test("keys reach the target while another client reads nothing, and the server outlives it", async () => {
  const target = await Peer.connect(server);
  const window = await target.window({ title: "target", events: ["KeyPress", "KeyRelease"] });
  await target.focus(window);
  const stuck = await Peer.connect(server);
  const watched = await stuck.window({ x: 400, events: ["PropertyChange"] });
  stuck.pause();
  const note = Buffer.from("x");
  for (let i = 0; i < notices; i += 1) await target.text(watched, "WM_NAME", note, "STRING");
  await target.sync();
  // The server's first key tells everybody about the keyboard (MappingNotify), while what the stuck client is sent stands in its buffer.
  for (let i = 0; i < 20; i += 1) {
    const got = outcome("dispatched", await dispatch(desktop, await plan(desktop, window), { kind: "key", chord: "a" }));
    expect(got.deliveredTo).toBe("target");
  }
  // It reads again: its buffer, which has grown, is given back. Buffers that two clients had at once would now be one too few.
  stuck.resume();
  await stuck.sync();
  expect(stuck.events.filter(({ name }) => name === "PropertyNotify")).toHaveLength(notices);
  for (let i = 0; i < 20; i += 1) {
    const other = await Peer.connect(server);
    await other.window({ title: `other ${i}`, x: 400, y: 300 });
    expect(other.errors).toEqual([]);
    other.close();
  }
  outcome("dispatched", await dispatch(desktop, await plan(desktop, window), { kind: "key", chord: "a" }));
  expect((await target.input()).filter((name) => name === "KeyPress")).toHaveLength(21);
  expect(target.errors).toEqual([]);
  stuck.close();
  target.close();
}, 60_000);
