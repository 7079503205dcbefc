import { expect } from "vitest";
import type { RefusalCode } from "../../../src/contract/refusals.ts";
import { findings, sign, verify } from "../../sim/receipt.ts";
import { bodies, type Ran } from "../run.ts";

/** The run has a record, and its receipt verifies. */
export const expectVerifies = ({ record }: Ran): void => {
  if (record === undefined) throw new Error("the run has no record");
  const report = verify(sign(record));
  expect(report.exit, findings(report)).toBe(0);
};
/** Codes of the run's first refusal. */
export const firstCodes = ({ lines, codes }: Ran): readonly RefusalCode[] => bodies(lines, "refuse")[0]?.codes ?? codes;

/** Values of every type that no hook may answer with; what throws when it is read among them. */
export const junk: readonly (readonly [string, () => unknown])[] = [
  ["a number", () => 7],
  ["NaN", () => Number.NaN],
  ["true", () => true],
  ["a word", () => "approve"],
  ["a list", () => ["approve"]],
  ["a function", () => () => "approve"],
  ["a symbol", () => Symbol("approve")],
  ["a big integer", () => 1n],
  ["an empty object", () => ({})],
  ["a date", () => new Date(0)],
  ["a map", () => new Map([["decision", "approve"]])],
  [
    "a getter that throws",
    () => ({
      get kind(): never {
        throw new Error("read me not");
      },
    }),
  ],
  [
    "a proxy that throws",
    () =>
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error("list me not");
          },
        },
      ),
  ],
  [
    "a revoked proxy",
    () => {
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      // As a field: a promise that resolves with a revoked proxy would itself be refused by the language.
      return { inner: proxy };
    },
  ],
];

export const mebibytes10 = "x".repeat(10 * 1024 * 1024);
