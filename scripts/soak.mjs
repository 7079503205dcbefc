// npm run soak: many dispatches beside each kind of hostile client, every one held against what others saw of it.
import { parseArgs } from "node:util";
import { ensureSetup } from "./setup.mjs";
import { command } from "./steps.mjs";

const help = `npm run soak -- [--dispatches N] [--only CLIENT] [--json]
  Dispatches beside clients that paint, steal, grab, destroy and stall, on a private X server. Each one must be delivered to the target, or reported
  by its right code: what it claims is held against what the target, the other client and a watcher of raw input saw.
    --dispatches N  for each client; default 500 (25 of each are part of npm test)
    --only CLIENT   clients whose name holds this, such as grab
    --json          one JSON value instead of the table; progress on standard error
  Exit: 0 none is silently wrong, 1 one is or a client did not do its worst, 64 the command line is wrong.`;

const wrong = (says) => {
  console.error(`soak: ${says}\n\n${help}`);
  process.exit(64);
};

const parse = () => {
  try {
    const flag = { type: "boolean" };
    return parseArgs({ options: { dispatches: { type: "string" }, only: { type: "string" }, json: flag, help: flag } }).values;
  } catch (error) {
    return wrong(error.message);
  }
};

const { dispatches = "500", only = "", json = false, help: asked = false } = parse();
if (asked) {
  console.log(help);
  process.exit(0);
}
if (!/^[1-9]\d{0,5}$/.test(dispatches)) wrong(`--dispatches takes a number from 1 to 999999, not ${dispatches}`);
await ensureSetup({ tests: true, quiet: json });

/** Runs the live test of that name with so many dispatches; its lines that begin with `soak: ` are the reports. */
const name = `^${only.replaceAll(/[^\w ]/g, ".")}`.slice(1);
const args = ["--no-install", "vitest", "run", "--project", "live", "test/live/soak", "--disable-console-intercept"];
const { code, output } = await command("npx", [...args, ...(name === "" ? [] : ["-t", name])], {
  env: { DESKGATE_SOAK_DISPATCHES: dispatches },
  show: !json,
});
const reports = [...output.matchAll(/^.*soak: (\{.*\})$/gm)].map(([, text]) => JSON.parse(text));
if (reports.length === 0) wrong(`no client's name holds ${JSON.stringify(only)}`);
if (json) console.log(JSON.stringify({ dispatches: Number(dispatches), reports }));
else
  for (const { name: client, claims, wrong: found } of reports)
    console.log(
      `  ${found.length === 0 ? "✓" : "✗"} ${client.padEnd(22)} ${Object.entries(claims)
        .map(([claim, count]) => `${claim} ${count}`)
        .join(", ")}; wrong ${found.length}`,
    );
const total = reports.reduce((sum, { wrong: found }) => sum + found.length, 0);
if (!json)
  console.log(`soak: ${reports.length} clients, ${reports.length * Number(dispatches)} dispatches, ${total} silently wrong`);
process.exit(code === 0 && total === 0 ? 0 : 1);
