// What the addon exports is exactly what index.d.ts says, and nothing in it could change the focus.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as native from "../../../native/index.js";

const addon = createRequire(import.meta.url)("../../../native/deskgate.node") as Record<string, { readonly prototype?: object }>;
const declared = readFileSync(new URL("../../../native/index.d.ts", import.meta.url), "utf8");

const names = (pattern: RegExp, text: string): readonly string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? "").toSorted();

/** Names of the members of an interface: methods and properties, at two spaces of indent. */
const members = (name: string): readonly string[] => {
  const body = new RegExp(`export interface ${name}[^{]*\\{([\\s\\S]*?)\\n\\}`).exec(declared)?.[1] ?? "";
  return names(/^ {2}(?:readonly )?(\w+)[(:]/gm, body);
};

const methodsOf = (name: string): readonly string[] =>
  Object.getOwnPropertyNames(addon[name]?.prototype ?? {})
    .filter((method) => method !== "constructor")
    .toSorted();

test("the loader passes on every declared function, and no other", () => {
  const functions = names(/^export function (\w+)/gm, declared);
  expect(functions).toEqual(["connect", "connectObserver", "nowUs"]);
  expect(Object.keys(native).toSorted()).toEqual(functions);
});

test("the addon has these functions and the two handles, and no other", () => {
  expect(Object.keys(addon).toSorted()).toEqual(["Desktop", "Observer", "connect", "connectObserver", "nowUs"]);
});

test("the handles have the declared members, and no other", () => {
  expect(methodsOf("Observer")).toEqual(members("Observer"));
  expect(methodsOf("Desktop")).toEqual([...members("Observer"), ...members("Desktop")].toSorted());
});

test("a handle cannot be made but by connecting", () => {
  for (const name of ["Desktop", "Observer"]) {
    const construct = addon[name] as unknown as new () => unknown;
    expect(() => new construct()).toThrow();
  }
});

test("every fault code of the addon is declared", () => {
  const source = readFileSync(new URL("../../../crates/x11/src/fault.rs", import.meta.url), "utf8");
  const built = names(/=> "(\w+)",/g, source);
  const union = /export type FaultCode =([\s\S]*?);\n\n/.exec(declared)?.[1] ?? "";
  expect(names(/\| "(\w+)"/g, union)).toEqual(built);
});

test("no name speaks of focus, raising, mapping or moving a window", () => {
  const all = [...Object.keys(addon), ...methodsOf("Observer"), ...methodsOf("Desktop")];
  expect(all.filter((name) => /focus|raise|lower|map|move|activate|configure|resize/i.test(name))).toEqual([]);
});
