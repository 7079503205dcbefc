// Runs a command on a copy of this checkout as an ordinary user (setpriv, no account is made), and removes the copy. Needs root.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const uid = 60_123;
const [program, ...args] = process.argv.slice(2);
if (program === undefined || process.getuid() !== 0) {
  console.error("usage, as root: node scripts/as-user.mjs COMMAND [ARGUMENT...]");
  process.exit(64);
}
const root = fileURLToPath(new URL("../", import.meta.url));
const home = mkdtempSync(join(tmpdir(), "as-user-"));
try {
  // cp is four times as fast as Node's own copy over the many small files of node_modules. Cargo's `target` is not needed, and large.
  const entries = readdirSync(root).filter((name) => name !== "target");
  mkdirSync(join(home, "project"));
  execFileSync("cp", ["-a", "--reflink=auto", "-t", join(home, "project"), ...entries.map((name) => join(root, name))]);
  execFileSync("chown", ["-R", `${uid}:${uid}`, home]);
  const env = { PATH: process.env.PATH, HOME: home, LANG: "C.UTF-8" };
  const { status } = spawnSync("setpriv", [`--reuid=${uid}`, `--regid=${uid}`, "--clear-groups", program, ...args], {
    cwd: join(home, "project"),
    env,
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(home, { recursive: true, force: true });
}
