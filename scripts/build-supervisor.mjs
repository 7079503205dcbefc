// Builds crates/supervisor and copies it to native/deskgate-supervisor. Contract of setup: `node scripts/build-supervisor.mjs`.
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");

execFileSync("cargo", ["build", "--release", "--package", "deskgate-supervisor", "--jobs", "2"], {
  cwd: root,
  stdio: "inherit",
});
mkdirSync(join(root, "native"), { recursive: true });
// By rename: a supervisor that is running keeps its file, and nobody starts half a one.
const built = join(root, "native", "deskgate-supervisor");
copyFileSync(join(target, "release", "deskgate-supervisor"), `${built}.new`);
chmodSync(`${built}.new`, 0o755);
renameSync(`${built}.new`, built);
