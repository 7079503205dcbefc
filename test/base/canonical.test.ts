import canonicalize from "canonicalize";
import { assert, dictionary, double, jsonValue, property, string } from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson, parseCanonical, type Json } from "../../src/base/json.ts";
import { utf8Bytes } from "../../src/base/bytes.ts";

test("the form is the one that the reference implementation of RFC 8785 writes", () => {
  assert(
    property(jsonValue({ maxDepth: 6 }), (value) => canonicalJson(value as Json) === canonicalize(value)),
    { numRuns: 2000, seed: 8785 },
  );
});

test("any text, of any planes, is written as the reference writes it", () => {
  assert(
    property(dictionary(string({ unit: "binary" }), string({ unit: "binary" })), (value) => {
      expect(canonicalJson(value)).toBe(canonicalize(value));
    }),
    { numRuns: 2000, seed: 8785 },
  );
});

test("any double is written as the reference writes it", () => {
  assert(
    property(double({ noNaN: true, noDefaultInfinity: true }), (value) => canonicalJson(value) === canonicalize(value)),
    { numRuns: 5000, seed: 8785 },
  );
});

test("what is written is read back as itself", () => {
  assert(
    property(jsonValue({ maxDepth: 6 }), (value) => {
      const text = canonicalJson(value as Json);
      const parsed = parseCanonical(utf8Bytes(text), 1_000_000);
      // Keys such as __proto__ are refused when read, whatever they hold.
      expect(parsed.ok ? canonicalJson(parsed.value) : parsed.problem).toBe(parsed.ok ? text : "key");
    }),
    { numRuns: 2000, seed: 8785 },
  );
});

const loop: Record<string, unknown> = {};
loop["self"] = loop;
const holed: unknown[] = [1];
holed[2] = 3;

test.each([
  ["a cycle", loop],
  ["a date, which would turn itself into a text", new Date(0)],
  ["a hole in a list", holed],
])("the form refuses %s", (_, value) => expect(() => canonicalJson(value as Json)).toThrow());
