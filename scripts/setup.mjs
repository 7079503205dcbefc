// Everything that `npm run fixture:live` and `npm test` need on a fresh Debian or Ubuntu with Node >= 20.19 and Rust.
// Node built-ins only: this runs before npm has installed anything.
//   node scripts/setup.mjs [--tests]
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { builds, isCurrent, makeCurrent } from "./setup/builds.mjs";
import { dependenciesCurrent, installDependencies } from "./setup/dependencies.mjs";
import { SetupFailure } from "./setup/failure.mjs";
import { installPackages, missingPackages } from "./setup/packages.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

const seconds = (from) => `${((performance.now() - from) / 1000).toFixed(1)} s`;

const checkNode = () => {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new SetupFailure(`this is Node ${process.versions.node}; deskgate needs 20.19 or later. Install one, then run this again.`);
};

/** Times every step that has something to do. */
const stepper = (write) => async (name, act) => {
  const from = performance.now();
  write(`  … ${name}`);
  await act((what) => write(`    ${what}`));
  write(`  ✓ ${name}  ${seconds(from)}`);
};

/** Does what is missing and nothing else. Answers what was done. */
const setUp = async (tests, write) => {
  checkNode();
  const step = stepper(write);
  const dependencies = dependenciesCurrent(root);
  const stale = builds.filter((build) => !isCurrent(root, build));
  const missing = missingPackages({ build: !dependencies || stale.length > 0, tests });
  if (missing.length > 0) await step("system packages", (say) => installPackages(missing, say));
  if (!dependencies) await step("npm packages", (say) => installDependencies(root, say));
  for (const build of stale) await step(`build ${build.name}`, () => makeCurrent(root, build));
  return [...(missing.length > 0 ? ["packages"] : []), ...(dependencies ? [] : ["npm packages"]), ...stale.map(({ name }) => name)];
};

/**
 * Makes everything current, or ends the process: 97 when system packages are missing and cannot be installed, 1 for any other
 * failure. With `quiet` (a caller that prints JSON) progress goes to standard error.
 */
export const ensureSetup = async ({ tests = false, quiet = false } = {}) => {
  const from = performance.now();
  const write = (line) => (quiet ? process.stderr : process.stdout).write(`${line}\n`);
  try {
    const done = await setUp(tests, write);
    write(
      `  set up      ${done.length === 0 ? "packages present, everything built and current" : `made current: ${done.join(", ")}`}  ${seconds(from)}`,
    );
  } catch (error) {
    const known = error instanceof SetupFailure;
    const readOnly = error?.code === "EACCES" || error?.code === "EROFS";
    const message = known
      ? error.message
      : readOnly
        ? `${error.message}: something has to be built and this user may not write here; run it as the owner once`
        : error.stack;
    process.stderr.write(`set up: ${message}\n`);
    process.exit(known ? error.exitCode : 1);
  }
};

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await ensureSetup({ tests: process.argv.includes("--tests") });
}
