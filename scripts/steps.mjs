// Runs named steps one after another, shows each with its time, and sums what they counted. Node built-ins only.
import { spawn } from "node:child_process";

/** Runs a command; answers its exit code and output. `show` passes the output through while it runs. */
export const command = (program, args, { show = false, env = {}, cwd } = {}) =>
  new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env }, cwd });
    let output = "";
    const take = (chunk) => {
      output += chunk;
      if (show) process.stdout.write(chunk);
    };
    child.stdout.setEncoding("utf8").on("data", take);
    child.stderr.setEncoding("utf8").on("data", take);
    child.on("error", (error) => resolve({ code: 127, output: `${program}: ${error.message}\n` }));
    child.on("close", (code, signal) => resolve({ code: code ?? (signal === "SIGINT" ? 130 : 143), output }));
  });

const seconds = (from) => `${((performance.now() - from) / 1000).toFixed(1)} s`;

/** One step: `run` answers `{ passed, failed, output }`. A step that counts nothing has failed. */
export const runSteps = async (steps) => {
  const total = { passed: 0, failed: 0 };
  for (const { name, run } of steps) {
    const from = performance.now();
    console.log(`  … ${name}`);
    const { passed, failed, output } = await run();
    const empty = passed + failed === 0;
    total.passed += passed;
    total.failed += empty ? 1 : failed;
    if (failed > 0 || empty) console.log(output ?? "");
    console.log(`  ${failed > 0 || empty ? "✗" : "✓"} ${name}: ${passed} passed, ${empty ? 1 : failed} failed  ${seconds(from)}`);
  }
  return total;
};

/** A step that passes when the command exits 0. */
export const exits0 = (program, args, options) => async () => {
  const { code, output } = await command(program, args, options);
  return code === 0
    ? { passed: 1, failed: 0 }
    : { passed: 0, failed: 1, output: `${output}\n${program} ${args.join(" ")}: exit ${code}` };
};
