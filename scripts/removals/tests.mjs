// Runs named tests in a copy of the sources and says which of them failed.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn } from "node:child_process";

const deadlineMs = 300_000;

/** Ends the process and all it started: a removed deadline makes tests that never end. */
const end = (child) => {
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // It ended meanwhile.
  }
};

/** Runs a program in `cwd`; an exit code of 124 means that it was ended at the deadline. */
export const runIn = (cwd, program, args, env = {}, withinMs = deadlineMs) =>
  new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"], detached: true });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (chunk) => (output += chunk));
    let late = false;
    const timer = setTimeout(() => ((late = true), end(child)), withinMs);
    const stop = () => end(child);
    process.once("exit", stop);
    const settle = (code) => (clearTimeout(timer), process.off("exit", stop), resolve({ code: late ? 124 : code, output }));
    child.on("error", (error) => settle(`${program}: ${error.message}`));
    child.on("close", (code) => settle(code ?? 143));
  });

const quoted = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * Runs test files, of them only the named tests where names are given. Answers the state of each test that ran, by `file › name`. A
 * run that could not report (the sources do not load, or it had to be ended) answers none, and `output` says why.
 */
export const runTests = async (folder, files, names) => {
  const out = mkdtempSync(join(tmpdir(), "deskgate-removal-"));
  const report = join(out, "report.json");
  const only = names === undefined ? [] : ["--testNamePattern", `(${names.map(quoted).join("|")})$`];
  const project = files.some((file) => file.startsWith("test/live/")) ? "live" : "unit";
  const args = ["--no-install", "vitest", "run", "--project", project, "--maxWorkers=1", "--reporter=json"];
  const { code, output } = await runIn(folder, "npx", [...args, `--outputFile=${report}`, ...only, ...files]);
  try {
    const { testResults } = JSON.parse(readFileSync(report, "utf8"));
    const states = testResults.flatMap(({ name, assertionResults, message }) => {
      const file = name.slice(name.indexOf("/test/") + 1);
      // A file that does not load fails all of its tests.
      if (assertionResults.length === 0) return [[`${file} › *`, "failed", message]];
      return assertionResults.map(({ fullName, status, failureMessages }) => [
        `${file} › ${fullName}`,
        status,
        failureMessages[0] ?? "",
      ]);
    });
    return { states: new Map(states.map(([id, status]) => [id, status])), output, code };
  } catch {
    return { states: new Map(), output, code };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
};
