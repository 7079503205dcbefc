// What test runners counted, read from their own reports.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { command } from "./steps.mjs";

/** Runs one vitest project. A file that did not load and a test that was skipped are failures. */
export const vitest = (project) => async () => {
  const folder = mkdtempSync(join(tmpdir(), "vitest-"));
  const file = join(folder, "report.json");
  const { code, output } = await command(
    "npx",
    ["--no-install", "vitest", "run", "--project", project, "--reporter=default", "--reporter=json", `--outputFile.json=${file}`],
    { show: process.env.DESKGATE_QUIET !== "1" },
  );
  try {
    const report = JSON.parse(readFileSync(file, "utf8"));
    const skipped = report.numPendingTests + report.numTodoTests;
    const unloaded = report.testResults.filter(
      (result) => result.status === "failed" && result.assertionResults.length === 0,
    ).length;
    const failed = report.numFailedTests + skipped + unloaded;
    return { passed: report.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed, output };
  } catch {
    return { passed: 0, failed: 1, output };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Runs `cargo test` for the workspace. An ignored test is a failure. */
export const cargoTest = async () => {
  const { code, output } = await command("cargo", ["test", "--workspace", "--release", "--quiet"]);
  let passed = 0;
  let failed = 0;
  for (const [, ok, bad, ignored] of output.matchAll(/test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored/g)) {
    passed += Number(ok);
    failed += Number(bad) + Number(ignored);
  }
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, output };
};
