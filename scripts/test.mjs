// npm test: sets everything up, then runs unit tests, simulation, native and live tests, and the golden receipts.
import { ensureSetup } from "./setup.mjs";
import { cargoTest, vitest } from "./counting.mjs";
import { runSteps } from "./steps.mjs";

await ensureSetup({ tests: true });
const { passed, failed } = await runSteps([
  { name: "unit tests and simulation", run: vitest("unit") },
  { name: "native unit tests (cargo test)", run: cargoTest },
  { name: "live tests (Xvfb, bubblewrap, GTK)", run: vitest("live") },
]);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
