import { expect, test } from "vitest";
import { canonicalJson, parseCanonical, type Json } from "../../src/base/json.ts";
import { utf8Bytes } from "../../src/base/bytes.ts";
import { filesBelow, hex, readBytes, readJson } from "./vectors.ts";

test.each(filesBelow("jcs", "input"))("RFC 8785, %s", (name) => {
  const canonical = canonicalJson(readJson("jcs", "input", name) as Json);
  const want = readBytes("jcs", "output", name);
  expect(utf8Bytes(canonical)).toEqual(want);
  const inHex = Buffer.from(readBytes("jcs", "outhex", name.replace(".json", ".txt"))).toString();
  expect(utf8Bytes(canonical)).toEqual(hex(inHex.replace(/\s/g, "")));
  expect(parseCanonical(want, 10_000)).toMatchObject({ ok: true });
  expect(parseCanonical(readBytes("jcs", "input", name), 10_000)).toMatchObject({ ok: false, problem: "canonical" });
});
