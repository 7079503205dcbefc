import { expect, test } from "vitest";
import { systemClock, systemNonces } from "../../../src/adapters/system/index.ts";

const never = new AbortController().signal;

test("time is whole microseconds on the clock of process.hrtime, and whole milliseconds of the wall", () => {
  const before = process.hrtime.bigint() / 1000n;
  const now = systemClock.monotonicUs();
  const after = process.hrtime.bigint() / 1000n;
  expect(Number.isSafeInteger(now) && BigInt(now) >= before && BigInt(now) <= after).toBe(true);
  expect(Number.isSafeInteger(systemClock.wallMs())).toBe(true);
});

test("a deadline resolves when its time has come, not before, and at once when it is past", async () => {
  const until = systemClock.monotonicUs() + 20_000;
  await systemClock.deadline(until, never);
  expect(systemClock.monotonicUs()).toBeGreaterThanOrEqual(until);
  await systemClock.deadline(0, never);
});

test.each(["deadline", "sleep"] as const)("a %s is given up when its signal fires, however far off it is", async (kind) => {
  const controller = new AbortController();
  const waiting =
    kind === "deadline"
      ? systemClock.deadline(Number.MAX_SAFE_INTEGER, controller.signal)
      : systemClock.sleep(3_600_000, controller.signal);
  controller.abort();
  await expect(waiting).rejects.toThrow();
});

test("nonces have the length asked for and are not the same twice", () => {
  expect(systemNonces.bytes(16)).toHaveLength(16);
  expect(systemNonces.bytes(16)).not.toEqual(systemNonces.bytes(16));
});
