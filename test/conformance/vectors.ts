import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of public vectors: `DESKGATE_VECTORS`, or `../shared/vectors` beside the checkout. A missing one is a failure, never a skip. */
const folder = process.env["DESKGATE_VECTORS"] ?? fileURLToPath(new URL("../../../shared/vectors", import.meta.url));

export const readBytes = (...path: readonly string[]): Uint8Array => new Uint8Array(readFileSync(join(folder, ...path)));
export const readJson = (...path: readonly string[]): unknown => JSON.parse(readFileSync(join(folder, ...path), "utf8"));

/** Names of all files below a folder, with their folder, sorted. */
export const filesBelow = (...path: readonly string[]): readonly string[] =>
  readdirSync(join(folder, ...path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, ...path).length + 1))
    .toSorted();

export const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "hex"));

/** One file of C2SP/wycheproof: groups that share a key, with tests whose result is `valid`, `invalid` or `acceptable`. */
export type Wycheproof<G, T> = {
  readonly testGroups: readonly (G & {
    readonly tests: readonly (T & { readonly tcId: number; readonly comment: string; readonly result: string })[];
  })[];
};

export const wycheproof = <G, T>(name: string) =>
  (readJson("wycheproof", name) as Wycheproof<G, T>).testGroups.flatMap((group) =>
    group.tests.map((vector) => ({ ...group, ...vector, title: `${vector.tcId} ${vector.comment}` })),
  );
