import { afterAll, beforeAll, expect, test } from "vitest";
import { attempt, clickEntry, counting, openWorld, type Attempt, type World } from "./world.ts";

/** Displays that are not the one that was meant: nothing is opened, nothing sent, and the host is told which and what to do. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await world.close();
});

test("control: with the right display the same run clicks, and target and root see it", async () => {
  const { result, seen } = await counting(world, async () => attempt(world));
  expect(result).toMatchObject({ outcome: { status: "completed", problems: [] }, dispatched: 1, verified: 0 });
  expect(seen.target).toBeGreaterThan(0);
  expect(seen.raw).toBeGreaterThan(0);
});

type Case = { readonly name: string; readonly display: () => NonNullable<Attempt["display"]>; readonly says: RegExp };
const cases: readonly Case[] = [
  {
    name: "no X server at the socket's path",
    display: () => ({ socketPath: "/tmp/deskgate-none/X0" }),
    says: /\/tmp\/deskgate-none\/X0 .*is the X server running/,
  },
  {
    name: "a wrong cookie",
    display: () => ({ cookie: new Uint8Array(16) }),
    says: /give the cookie that this server was started with/,
  },
  {
    name: "a cookie of another length",
    display: () => ({ cookie: new Uint8Array(3) }),
    says: /cookie has 3 bytes; it must have 16/,
  },
  {
    name: "the pid of another process",
    display: () => ({ serverPid: process.pid }),
    says: new RegExp(`not process ${process.pid}; name the X server`),
  },
  {
    name: "a path that no socket can have",
    display: () => ({ socketPath: `/tmp/${"x".repeat(200)}` }),
    says: /cannot be a socket's path/,
  },
];

test.each(cases)("$name: display_unknown, with what and why", async ({ display, says }) => {
  const { result, seen } = await counting(world, async () => attempt(world, { display: display() }));
  expect(result).toMatchObject({ outcome: { status: "refused", codes: ["display_unknown"] }, dispatched: 0, verified: 0 });
  expect(result.outcome?.problems.join("\n")).toMatch(says);
  expect(seen).toEqual({ target: 0, raw: 0 });
  expect(result.tookMs).toBeLessThan(5_000);
});

test("a second agent on the display while a run holds it: display_busy, and the first goes on", async () => {
  let second: Awaited<ReturnType<typeof attempt>> | undefined;
  const first = await attempt(world, {
    plan: async (request, signal) => {
      second ??= await attempt(world);
      return clickEntry(world)(request, signal);
    },
  });
  expect(second).toMatchObject({ outcome: { status: "refused", codes: ["display_busy"] }, dispatched: 0, verified: 0 });
  expect(first).toMatchObject({ outcome: { status: "completed" }, dispatched: 1, verified: 0 });
});
