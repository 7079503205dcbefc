import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { SetupFailure } from "./failure.mjs";

/** The search path, with the place that rustup installs to, which a non-login shell often lacks. */
export const searchPath = [...(process.env.PATH ?? "").split(delimiter), join(homedir(), ".cargo", "bin")];

const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** True when the program is on the search path. Starts nothing. */
export const has = (program) => searchPath.some((folder) => isExecutable(join(folder, program)));

/** Runs to the end; answers exit code and the end of the output. */
export const attempt = (program, args, { cwd, env = {} } = {}) =>
  new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, PATH: searchPath.join(delimiter), ...env },
    });
    let output = "";
    const take = (text) => (output = (output + text).slice(-20_000));
    child.stdout.setEncoding("utf8").on("data", take);
    child.stderr.setEncoding("utf8").on("data", take);
    child.on("error", (error) => resolve({ code: 127, output: `${program}: ${error.message}` }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });

/** The same, where failing ends the set-up; the words of the program are shown, and what to do. */
export const run = async (program, args, { advice, ...options }) => {
  const { code, output } = await attempt(program, args, options);
  if (code === 0) return output;
  const tail = output.trimEnd().split("\n").slice(-40).join("\n");
  throw new SetupFailure(`${tail}\n${[program, ...args].join(" ")} failed (exit ${code}). ${advice}`);
};
