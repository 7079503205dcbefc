// node scripts/record-golden.mjs: records the golden receipt anew, from a real run of the commit that is checked out, signed with the
// committed corpus key of role fixture, which is worthless elsewhere. Refuses a tree that differs from its commit.
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureSetup } from "./setup.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const golden = join(root, "receipts/golden");
const main = join(root, "dist/cli/main.js");
const key = join(golden, "fixture-key.pem");
const trust = join(golden, "trust.json");

const dirty = execFileSync("git", ["status", "--porcelain", "--untracked-files=all"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((line) => line !== "" && !line.slice(3).startsWith("receipts/"));
if (dirty.length > 0) {
  console.error(`record-golden: the tree differs from its commit; commit first:\n${dirty.join("\n")}`);
  process.exit(1);
}
await ensureSetup({ tests: false });
mkdirSync(golden, { recursive: true });
if (!existsSync(key))
  execFileSync(process.execPath, [main, "keys", "new", "--role", "fixture", "--out", key, "--trust", trust], { stdio: "inherit" });

const scratch = mkdtempSync(join(tmpdir(), "record-golden-"));
try {
  // Git keeps no private modes, and a key that others can read is refused: the copy is the owner's alone.
  const own = join(scratch, "key.pem");
  copyFileSync(key, own);
  chmodSync(own, 0o600);
  const { status, stdout } = spawnSync(
    process.execPath,
    [main, "fixture-live", "--receipts", join(scratch, "live"), "--key", own],
    {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  process.stdout.write(stdout);
  const receipt = /^fixture:live: .* 0 failed; receipt (\S+)$/m.exec(stdout)?.[1];
  if (status !== 0 || receipt === undefined) process.exit(1);
  rmSync(join(golden, "v1"), { recursive: true, force: true });
  cpSync(resolve(root, receipt), join(golden, "v1", basename(receipt)), { recursive: true });
  execFileSync(
    process.execPath,
    [main, "verify", join(golden, "v1", basename(receipt)), "--trust", trust, "--profile", "fixture-live", "--repo", root],
    { stdio: "inherit" },
  );
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
