// Runs a command on a copy of this checkout as an ordinary user (setpriv, no account is made), and removes the copy. Needs root.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
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
  cpSync(root, join(home, "project"), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith("/target") || path.includes("/fixtures/"),
  });
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
