#!/usr/bin/env node
// Builds the native addon with plain cargo and puts it where native/index.js looks for it. Node built-ins only.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const cargo = process.env["CARGO"] ?? "cargo";
const target = process.env["CARGO_TARGET_DIR"] ?? join(root, "target");

const built = spawnSync(cargo, ["build", "--release", "--locked", "--package", "deskgate-node"], {
  cwd: root,
  stdio: "inherit",
});
if (built.error !== undefined) {
  console.error(`build-native: ${cargo} cannot be started (${built.error.message}); install Rust, or set CARGO to its path`);
  process.exit(1);
}
if (built.status !== 0) {
  console.error(`build-native: cargo ended with ${built.signal ?? built.status}; its messages are above`);
  process.exit(1);
}

const library = join(target, "release", "libdeskgate_node.so");
if (!existsSync(library)) {
  console.error(`build-native: cargo reported success but ${library} is absent; is another target directory configured?`);
  process.exit(1);
}
// A copy beside it and a rename: a process that has the old addon mapped must not see it change.
const addon = join(root, "native", "deskgate.node");
copyFileSync(library, `${addon}.new`);
renameSync(`${addon}.new`, addon);
console.log(`build-native: ${addon}`);
