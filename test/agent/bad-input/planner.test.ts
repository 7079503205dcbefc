import { describe, expect, test } from "vitest";
import type { Plan } from "../../../src/agent/ports.ts";
import { endTurn, fakePolicy, scriptedPlanner, turn } from "../../../src/agent/testing/index.ts";
import type { RefusalCode } from "../../../src/contract/refusals.ts";
import { click } from "../refusals/case.ts";
import { bench, run } from "../run.ts";
import { expectVerifies, firstCodes, mebibytes10 } from "./junk.ts";

const at = (x: unknown, y: unknown = 10) => ({ type: "pointer_move", point: { x, y, space: "display" } });
const deep = (): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < 5000; level += 1) value = { point: value };
  return value;
};

const proposals: readonly (readonly [string, () => unknown, RefusalCode])[] = [
  ["NaN", () => at(Number.NaN), "action_malformed"],
  ["an infinity", () => at(Number.POSITIVE_INFINITY), "action_malformed"],
  ["minus zero", () => at(-0), "action_malformed"],
  ["1e308", () => at(1e308), "action_malformed"],
  ["half a pixel", () => at(1.5), "action_malformed"],
  ["the greatest whole number", () => at(Number.MAX_SAFE_INTEGER), "coordinate_out_of_range"],
  ["a big integer", () => at(1n), "action_malformed"],
  ["a number as a word", () => at("150"), "action_malformed"],
  ["a lone surrogate", () => ({ type: "type", text: "a\ud800b" }), "action_malformed"],
  ["a NUL", () => ({ type: "paste", text: "a\0b" }), "action_malformed"],
  ["a lone surrogate as a key", () => ({ type: "key", chord: "\udc00", repeat: 1 }), "action_malformed"],
  ["10 MiB of text", () => ({ type: "type", text: mebibytes10 }), "action_bound_exceeded"],
  ["10 MiB to paste", () => ({ type: "paste", text: mebibytes10 }), "action_bound_exceeded"],
  ["10 MiB of a type", () => ({ type: mebibytes10 }), "action_malformed"],
  [
    "a hundred thousand points",
    () => ({ ...at(1), type: "drag", path: Array.from({ length: 100_000 }, () => at(1).point) }),
    "action_malformed",
  ],
  ["5000 levels", deep, "action_malformed"],
  ["null", () => null, "action_malformed"],
  ["a word", () => "click", "action_malformed"],
  ["a function", () => () => click, "action_malformed"],
  [
    "a field named __proto__",
    () => JSON.parse('{"type":"clipboard_read","__proto__":{"type":"click"}}') as unknown,
    "action_malformed",
  ],
  [
    "a getter that throws",
    () => ({
      get type(): never {
        throw new Error("read me not");
      },
    }),
    "action_malformed",
  ],
  [
    "a proxy that throws",
    () =>
      new Proxy(
        {},
        {
          get: () => {
            throw new Error("read me not");
          },
        },
      ),
    "action_malformed",
  ],
];

describe("a planner that proposes", () => {
  test.each(proposals)("%s is refused, and nothing is sent", async (_, value, code) => {
    const parts = bench();
    const policy = { actions: [...fakePolicy().actions, "drag" as const] };
    const ran = await run(parts, scriptedPlanner([turn(value() as Plan["proposals"][number]), endTurn()]), { policy });
    expect(firstCodes(ran)).toEqual([code]);
    expect(parts.desktop.dispatched).toHaveLength(0);
    expect(ran.lines.every((line) => JSON.stringify(line).length < 20_000)).toBe(true);
    expectVerifies(ran);
  });
});

const usage = { inputTokens: 1, outputTokens: 1 };
const answers: readonly (readonly [string, () => unknown])[] = [
  ["nothing", () => undefined],
  ["null", () => null],
  ["a word", () => "click at 150, 150"],
  ["a number", () => Number.NaN],
  ["10 MiB", () => mebibytes10],
  ["a million proposals", () => ({ proposals: Array.from({ length: 1_000_000 }, () => click), endTurn: false, usage })],
  ["proposals that are no list", () => ({ proposals: { 0: click, length: 1 }, endTurn: false, usage })],
  ["an end that is no boolean", () => ({ proposals: [], endTurn: "yes", usage })],
  ["usage of NaN", () => ({ proposals: [click], endTurn: false, usage: { inputTokens: Number.NaN, outputTokens: 1 } })],
  ["usage of -0", () => ({ proposals: [click], endTurn: false, usage: { inputTokens: -0, outputTokens: 1 } })],
  ["usage of 1e308", () => ({ proposals: [click], endTurn: false, usage: { inputTokens: 1e308, outputTokens: 1 } })],
  [
    "a getter that throws",
    () => ({
      get proposals(): never {
        throw new Error("read me not");
      },
    }),
  ],
  [
    "a list that throws",
    () => ({
      proposals: new Proxy([], {
        get: () => {
          throw new Error("read me not");
        },
      }),
      endTurn: true,
    }),
  ],
  [
    "usage that throws",
    () => ({
      proposals: [click],
      endTurn: false,
      usage: {
        get inputTokens(): never {
          throw new Error("no");
        },
      },
    }),
  ],
];

test.each(answers)("a planner that answers %s sends nothing, and the run has a receipt", async (_, value) => {
  const parts = bench();
  const ran = await run(parts, scriptedPlanner([() => value() as Plan, () => value() as Plan, () => value() as Plan]));
  expect(["refused", "budget_exhausted", "failed", "completed"]).toContain(ran.status);
  expect(parts.desktop.dispatched).toHaveLength(0);
  expect(JSON.stringify(ran.lines).length).toBeLessThan(100_000);
  expectVerifies(ran);
});
