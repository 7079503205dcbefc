// npm run fixture:live: sets everything up, then runs the governed run on a private X server.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";
import { ensureSetup } from "./setup.mjs";

const args = process.argv.slice(2);
if (!args.includes("--help")) await ensureSetup({ tests: false, quiet: args.includes("--json") });
const main = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const child = spawn(process.execPath, [main, "fixture-live", ...args], { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("close", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
