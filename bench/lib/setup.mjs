// What the benchmark needs beyond deskgate itself: the limits built, the peers installed. What is missing is not measured, and said.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const first = (error) =>
  String(error.stderr || error.message)
    .trim()
    .split("\n")
    .at(-1);

/** Builds limit/limit.c. Answers its path, or undefined. */
export const buildLimit = async (folder, say) => {
  const built = join(folder, "build", "limit");
  mkdirSync(join(folder, "build"), { recursive: true });
  try {
    const { stdout } = await run("pkg-config", ["--cflags", "--libs", "xcb", "xcb-shm", "xcb-xtest", "libcrypto"]);
    await run(process.env.CC ?? "cc", [
      "-O2",
      "-Wall",
      "-Wextra",
      "-Werror",
      "-o",
      built,
      join(folder, "limit/limit.c"),
      ...stdout.trim().split(/\s+/),
    ]);
    return built;
  } catch (error) {
    say(
      `the limits are not measured: ${first(error)} (Debian, Ubuntu: gcc pkg-config libxcb1-dev libxcb-shm0-dev libxcb-xtest0-dev libssl-dev)`,
    );
    return undefined;
  }
};

/** Installs bench/package.json, without running the packages' scripts: from the registry alone, nothing fetched from elsewhere. */
export const installPeers = async (folder, say) => {
  const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
  const mark = join(folder, "node_modules", ".installed-lock");
  if (existsSync(mark) && readFileSync(mark, "utf8") === lock) return;
  say("installing the peers (npm ci in bench/)");
  try {
    await run("npm", ["ci", "--ignore-scripts"], { cwd: folder });
    writeFileSync(mark, lock);
  } catch (error) {
    say(`the peers of npm are not measured: ${first(error)}`);
  }
};
