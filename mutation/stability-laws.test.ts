// test/stability/laws.test.ts over runs that are made once and kept, as far as the first that differs: made for many mutants.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import { test } from "vitest";
import { lawLines } from "../test/stability/laws.ts";
import { recordedRuns, type Recorded } from "../test/stability/runs.ts";

const path = `${process.env["DESKGATE_STORED_RECEIPTS"] ?? "mutation/stored.bin"}.runs`;
if (!existsSync(path)) writeFileSync(path, serialize(await recordedRuns()));
const want = readFileSync("test/stability/laws.txt", "utf8").split("\n");

test("what the laws find is what they found", () => {
  let at = 0;
  for (const line of lawLines(deserialize(readFileSync(path)) as readonly Recorded[])) {
    if (line !== `${want[at]}\n`) throw new Error(`another one in ${line}`);
    at += 1;
  }
});
