// `npm run soak` does more of each. Here a few: every dispatch is delivered to the target, or reported by its right code.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startServer, type Server } from "../native/server.ts";
import { hostiles } from "./hostiles.ts";
import { soak } from "./soak.ts";

const dispatches = Number(process.env["DESKGATE_SOAK_DISPATCHES"] ?? 25);

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
afterEach(() => new Promise((resolve) => setTimeout(resolve, 30)));

test.each(hostiles)("$name: no outcome is silently wrong", { timeout: 60_000 + dispatches * 2_000 }, async (hostile) => {
  const { claims, wrong } = await soak(server, hostile, dispatches);
  console.log(`soak: ${JSON.stringify({ name: hostile.name, dispatches, claims, wrong })}`);
  expect(wrong).toEqual([]);
  expect(Object.keys(claims)).toEqual(expect.arrayContaining([...hostile.expects]));
});

test("the control: claims that are not true are found", async () => {
  const [hostile] = hostiles.filter(({ name }) => name === "passive button grab");
  if (hostile === undefined) throw new Error("there is no such client");
  const lied = await soak(server, hostile, 6, (claim) =>
    claim.code === "misdelivered"
      ? { code: "dispatched", deliveredTo: "target", named: [] }
      : claim.code === "dispatched"
        ? { code: "precondition_failed", named: [] }
        : claim,
  );
  expect(lied.wrong).toHaveLength(6);
});
