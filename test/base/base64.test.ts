import * as fc from "fast-check";
import { expect, test } from "vitest";
import { base64FromBytes, bytesFromBase64 } from "../../src/base/base64.ts";
import { bytesFromHex, hexFromBytes, utf8Bytes } from "../../src/base/bytes.ts";

test("base64 and hex give back any bytes, and agree with Node", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const text = base64FromBytes(bytes);
      expect(text).toBe(Buffer.from(bytes).toString("base64"));
      expect(bytesFromBase64(text)).toEqual(bytes);
      expect(hexFromBytes(bytes)).toBe(Buffer.from(bytes).toString("hex"));
      expect(bytesFromHex(hexFromBytes(bytes))).toEqual(bytes);
    }),
    { seed: 20261201 },
  );
});

test.each([
  ["no padding", "QQ"],
  ["padding bits set", "QR=="],
  ["padding bits set, two bytes", "QUF="],
  ["URL alphabet", "-_8="],
  ["white space", "QUJD\n"],
  ["padding inside", "QQ==QUJD"],
  ["only padding", "===="],
  ["three pads", "Q==="],
])("one text for one value: %s is refused", (_, text) => expect(bytesFromBase64(text)).toBeUndefined());

test("hex that is none, and a lone surrogate, are bugs of the caller", () => {
  expect(() => bytesFromHex("abc")).toThrow("even number");
  expect(() => bytesFromHex("zz")).toThrow("even number");
  expect(() => utf8Bytes("\ud800")).toThrow("surrogate");
});
