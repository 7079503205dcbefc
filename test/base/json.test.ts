import { expect, test } from "vitest";
import { canonicalJson, parseCanonical, type Json } from "../../src/base/json.ts";
import { utf8Bytes } from "../../src/base/bytes.ts";

test.each([
  {
    name: "keys are sorted by UTF-16 units",
    value: { b: 1, a: 2, "\u{1f600}": 3, "\ufb33": 4 },
    want: '{"a":2,"b":1,"\u{1f600}":3,"\ufb33":4}',
  },
  { name: "minus zero is zero", value: -0, want: "0" },
  { name: "numbers in the shortest form", value: [1e21, 1e-7, 100], want: "[1e+21,1e-7,100]" },
  { name: "a property that is undefined is left out", value: { a: undefined, b: 1 } as unknown as Json, want: '{"b":1}' },
])("canonical: $name", ({ value, want }) => expect(canonicalJson(value)).toBe(want));

test.each([
  ["NaN", Number.NaN],
  ["an infinity", Number.POSITIVE_INFINITY],
  ["a lone surrogate", "\ud800"],
  ["a lone surrogate in a key", { "\udc00": 1 }],
  ["undefined in a list", [undefined]],
  ["undefined", undefined],
  ["a function", () => 1],
  ["a big integer", 1n],
])("canonical form refuses %s", (_, value) => expect(() => canonicalJson(value as Json)).toThrow());

test("canonical form refuses more than 64 levels", () => {
  let deep: Json = 1;
  for (let level = 0; level < 66; level += 1) deep = [deep];
  expect(() => canonicalJson(deep)).toThrow("64 levels");
});

test.each([
  { name: "an object", text: '{"a":1,"b":[true,null,"x"]}', want: "ok" },
  { name: "white space", text: '{"a": 1}', want: "canonical" },
  { name: "keys out of order", text: '{"b":1,"a":1}', want: "canonical" },
  { name: "a key twice", text: '{"a":1,"a":1}', want: "canonical" },
  { name: "minus zero", text: "-0", want: "canonical" },
  { name: "a number that changes when read", text: "9007199254740993", want: "canonical" },
  { name: "an escape that is not needed", text: '"\\u0041"', want: "canonical" },
  { name: "a lone surrogate as an escape", text: '"\\ud800"', want: "canonical" },
  { name: "a byte order mark", text: "\ufeff1", want: "syntax" },
  { name: "nothing", text: "", want: "syntax" },
  { name: "two values", text: "1 2", want: "syntax" },
  { name: "__proto__", text: '{"__proto__":1}', want: "key" },
  { name: "constructor, deep", text: '[{"a":{"constructor":1}}]', want: "key" },
  { name: "a NUL in a key", text: '{"a\\u0000":1}', want: "key" },
  { name: "65 levels", text: `${"[".repeat(65)}${"]".repeat(65)}`, want: "depth" },
  { name: "64 levels", text: `${"[".repeat(64)}${"]".repeat(64)}`, want: "ok" },
  { name: "brackets inside a string are no levels", text: `"${"[".repeat(70)}\\"${"[".repeat(70)}"`, want: "ok" },
  { name: "over the size", text: `"${"a".repeat(600)}"`, want: "size" },
])("parsing: $name", ({ text, want }) => {
  const parsed = parseCanonical(utf8Bytes(text), 600);
  expect(parsed.ok ? "ok" : parsed.problem).toBe(want);
});

test("bytes that are not UTF-8 are refused, not repaired", () => {
  for (const bytes of [
    [0x22, 0xff, 0x22],
    [0x22, 0xc0, 0x80, 0x22],
    [0x22, 0xed, 0xa0, 0x80, 0x22],
  ])
    expect(parseCanonical(Uint8Array.from(bytes), 100)).toMatchObject({ ok: false, problem: "utf8" });
});
