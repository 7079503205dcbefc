import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parseTrust } from "../../src/contract/receipt/index.ts";
import { verifyReceipt } from "../../src/verify/index.ts";

const golden = fileURLToPath(new URL("../../receipts/golden/", import.meta.url));
const names = readdirSync(join(golden, "v1"));
const bytesOf = (path: string): Uint8Array => new Uint8Array(readFileSync(path));

// Each output of a real run, held against the machine of these very sources: whatever the machine does otherwise shows here.
test.each(names)("the machine of the sources replays %s, and its laws find nothing", (name) => {
  const folder = join(golden, "v1", name);
  const files = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1), bytesOf(path)] as const),
  );
  const read = parseTrust(bytesOf(join(golden, "trust.json")));
  if (!read.ok) throw new Error("the corpus key's trust file is not one");
  expect(verifyReceipt(files, { trust: read.trust, profile: "fixture-live" }).findings).toEqual([]);
});
