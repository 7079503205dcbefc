import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseUtc } from "../../src/contract/time.ts";

test("agrees with Date on every whole second from 1970 to 9999", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 253_402_300_799 }), (seconds) => {
      const text = new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
      expect(parseUtc(text)).toBe(seconds * 1000);
    }),
    { numRuns: 2000, seed: 1 },
  );
});

test.each([
  "2026-12-01",
  "2026-12-01T08:00:00",
  "2026-12-01T08:00:00z",
  "2026-12-01t08:00:00Z",
  "2026-12-01T08:00:00+00:00",
  "2026-12-01T08:00:00.5Z",
  "2026-12-01T24:00:00Z",
  "2026-12-01T08:60:00Z",
  "2026-12-01T08:00:60Z",
  "2026-00-01T00:00:00Z",
  "2026-13-01T00:00:00Z",
  "2026-04-31T00:00:00Z",
  "2025-02-29T00:00:00Z",
  "2100-02-29T00:00:00Z",
  "1969-12-31T23:59:59Z",
  " 2026-12-01T08:00:00Z",
  "2026-12-01T08:00:00Z\n",
  "",
])("%j is no time", (text) => expect(parseUtc(text)).toBeUndefined());

test.each([
  ["2024-02-29T00:00:00Z", 1_709_164_800_000],
  ["2000-02-29T12:34:56Z", 951_827_696_000],
])("%s is a leap day", (text, ms) => expect(parseUtc(text)).toBe(ms));
