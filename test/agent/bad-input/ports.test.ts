import { describe, expect, test } from "vitest";
import { endTurn, scriptedPlanner, turn } from "../../../src/agent/testing/index.ts";
import { NativeError } from "../../../src/contract/errors.ts";
import type { FaultCode } from "../../../src/contract/faults.ts";
import { click } from "../refusals/case.ts";
import { bench, run } from "../run.ts";
import { expectVerifies, firstCodes, junk, mebibytes10 } from "./junk.ts";

/** Everything can be thrown. */
const thrown: readonly (readonly [string, () => unknown])[] = [
  ["nothing", () => undefined],
  ["null", () => null],
  ["a word", () => "no"],
  ["a symbol", () => Symbol("no")],
  ["an object without a prototype", () => Object.create(null) as unknown],
  [
    "a text that throws",
    () => ({
      toString: () => {
        throw new Error("read me not");
      },
    }),
  ],
  [
    "a message that throws",
    () =>
      Object.defineProperty(new Error("x"), "message", {
        get: () => {
          throw new Error("no");
        },
      }),
  ],
  ["a message that is no text", () => Object.assign(new Error("x"), { message: 7, cause: new Error("y") })],
  [
    "an error that is its own cause",
    () => {
      const error = new Error("x");
      error.cause = error;
      return error;
    },
  ],
  [
    "a proxy that throws",
    () =>
      new Proxy(
        {},
        {
          getPrototypeOf: () => {
            throw new Error("no");
          },
        },
      ),
  ],
  ["10 MiB", () => new Error(mebibytes10)],
  ["a fault that there is not", () => Object.assign(new NativeError("native_failed", "x"), { fault: "all_is_well" as FaultCode })],
];

describe("a port that throws", () => {
  test.each(thrown)("%s, in a hook", async (_, value) => {
    const ran = await run(bench(), scriptedPlanner([turn(click), endTurn()]), {
      hooks: { resolveEffects: async () => Promise.reject(value()) },
    });
    expect(firstCodes(ran)).toEqual(["effects_unknown"]);
    expect(ran.problems.every((problem) => problem.length <= 1000)).toBe(true);
    expectVerifies(ran);
  });

  test.each(thrown)("%s, in the desktop", async (_, value) => {
    const parts = bench();
    parts.desktop.dispatch = () => Promise.reject(value());
    const ran = await run(parts, scriptedPlanner([turn(click), endTurn()]));
    expect(firstCodes(ran)).toEqual(["outcome_unknown"]);
    expectVerifies(ran);
  });
});

const desktopCalls = [
  ["capture", "frame_unknown"],
  ["surfaceAt", "frame_unknown"],
  ["dispatch", "outcome_unknown"],
  ["commit", "frame_unknown"],
  ["lease", "display_unknown"],
] as const;

test.each(desktopCalls.flatMap(([call, code]) => junk.map(([what, value]) => ({ call, code, what, value }))))(
  "a desktop whose $call answers $what is $code, and its run has a receipt",
  async ({ call, code, value }) => {
    const parts = bench();
    parts.desktop[call] = async () => value() as never;
    const ran = await run(parts, scriptedPlanner([turn(click)]));
    expect(firstCodes(ran)).toEqual([code]);
    expect(parts.desktop.dispatched).toHaveLength(call === "commit" ? 1 : 0);
    expectVerifies(ran);
  },
);
