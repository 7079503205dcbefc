// npm run check: what CI checks besides running tests. Each step exits 0 or prints why not.
import { ensureSetup } from "./setup.mjs";
import { exits0, runSteps } from "./steps.mjs";

await ensureSetup({ tests: true });
const npx = (...args) => exits0("npx", ["--no-install", ...args]);
const { passed, failed } = await runSteps([
  { name: "types of the sources (tsc -b)", run: npx("tsc", "-b") },
  { name: "types of the tests", run: npx("tsc", "-p", "test/tsconfig.json") },
  { name: "lint (oxlint, type-aware)", run: npx("oxlint", "--type-aware", "--deny-warnings", "src", "test", "scripts", "bench") },
  { name: "format (oxfmt)", run: npx("oxfmt", "--check", "src", "test", "scripts", "fixtures", "bench") },
  { name: "format (cargo fmt)", run: exits0("cargo", ["fmt", "--all", "--check"]) },
  {
    name: "lint (cargo clippy)",
    run: exits0("cargo", ["clippy", "--workspace", "--all-targets", "--release", "--quiet", "--", "-D", "warnings"]),
  },
  { name: "generated documents are current", run: exits0("node", ["scripts/generate-refusals.mjs", "--check"]) },
  { name: "the native key names are current", run: exits0("node", ["scripts/generate-key-names.mjs", "--check"]) },
  { name: "the table of checks is current", run: exits0("node", ["scripts/generate-checks.mjs", "--check"]) },
  { name: "unused code (knip)", run: npx("knip") },
  { name: "package exports (publint)", run: npx("publint", "--strict") },
  { name: "types of the exports (attw)", run: npx("attw", "--pack", "--profile", "esm-only") },
]);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
