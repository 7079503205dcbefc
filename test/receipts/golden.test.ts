import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const golden = readdirSync(join(root, "receipts/golden/v1"));
const tampered = readdirSync(join(root, "receipts/tampered"));
const main = join(root, "dist/cli/main.js");

const verify = (directory: string, ...more: string[]) => {
  const trust = ["--trust", "receipts/golden/trust.json", "--profile", "fixture-live", "--format", "json"];
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, "verify", directory, ...trust, ...more], {
    cwd: root,
    encoding: "utf8",
  });
  return { status, text: stdout + stderr };
};

describe("golden receipts", () => {
  test("there is one at least", () => expect(golden.length).toBeGreaterThan(0));

  test.each(golden)("%s verifies against the commit that it names", (name) => {
    const directory = join("receipts/golden/v1", name);
    const envelope = JSON.parse(readFileSync(join(root, directory, "receipt.dsse.json"), "utf8")) as { payload: string };
    const statement = JSON.parse(Buffer.from(envelope.payload, "base64").toString("utf8")) as {
      predicate: { build: { commit: string } };
    };
    const checkout = mkdtempSync(join(tmpdir(), "golden-"));
    try {
      execFileSync("git", ["clone", "--quiet", "--no-checkout", root, checkout]);
      execFileSync("git", ["-C", checkout, "checkout", "--quiet", "--detach", statement.predicate.build.commit]);
      expect(verify(directory, "--repo", checkout)).toMatchObject({ status: 0 });
    } finally {
      rmSync(checkout, { recursive: true, force: true });
    }
  });
});

describe("tampered receipts", () => {
  test("there are some", () => expect(tampered.length).toBeGreaterThan(10));

  test.each(tampered)("%s gives the exit code and the check of its name", (name) => {
    const [, exit, check] = /^([1-4])-([a-z0-9.-]+?)-(\d+)$/.exec(name) ?? [];
    const { status, text } = verify(join("receipts/tampered", name));
    expect(status).toBe(Number(exit));
    expect(text).toContain(`"${check}"`);
  });
});
