// Peers and limits run as programs of their own: they load native code that may end the process, and read DISPLAY when loaded.
import { spawn } from "node:child_process";

const killAfterMs = 120_000;

/** Runs a program that prints one JSON value on its last line. Rejects with what it said on standard error. */
export const jsonOf = (program, args, env) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"], timeout: killAfterMs, killSignal: "SIGKILL" });
    let [out, err] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (err += text));
    child.once("error", reject);
    child.once("close", (code, signal) => {
      // Node ends what it says of an error with its own version; the error is the line that names itself one.
      const lines = err.trim().split("\n");
      const says = lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1);
      const why = () => new Error(says || `ended with ${code ?? signal} and said nothing`);
      if (code !== 0) return reject(why());
      try {
        resolve(JSON.parse(out.trim().split("\n").at(-1) ?? ""));
      } catch {
        reject(why());
      }
    });
  });
