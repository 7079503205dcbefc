// Installs tarballs in an empty folder and uses them as a host would, with nothing of the clone in reach.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { command } from "../steps.mjs";

const must = async (program, args, options) => {
  const { code, output } = await command(program, args, options);
  if (code !== 0) throw new Error(`${program} ${args.join(" ")}: exit ${code}\n${output}`);
  return output;
};

/** One entry of an authority file that matches any host and display. */
const authority = (cookie) => {
  const fields = ["", "", "MIT-MAGIC-COOKIE-1", cookie].map((field) => Buffer.from(field));
  const sized = fields.flatMap((field) => [Buffer.from([field.length >> 8, field.length & 0xff]), field]);
  return Buffer.concat([Buffer.from([0xff, 0xff]), ...sized]);
};

/** Calls `use` with a private X server, and ends that afterwards. */
const withServer = async (folder, use) => {
  const cookie = randomBytes(16);
  const file = join(folder, "Xauthority");
  writeFileSync(file, authority(cookie), { mode: 0o600 });
  const args = ["-displayfd", "3", "-auth", file, "-nolisten", "tcp", "-noreset", "-screen", "0", "640x480x24"];
  const server = spawn("/usr/bin/Xvfb", args, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const ended = once(server, "exit");
  try {
    const ready = await Promise.race([once(server.stdio[3], "data"), ended.then(() => undefined)]);
    if (ready === undefined) throw new Error("Xvfb ended before it was ready");
    return await use({ socketPath: `/tmp/.X11-unix/X${String(ready[0]).trim()}`, cookie: cookie.toString("hex"), pid: server.pid });
  } finally {
    server.kill();
    await ended;
  }
};

const uses = [
  {
    name: "its exports, ledger and addon work on a private display",
    run: async ({ app }) => {
      const said = await withServer(app, async ({ socketPath, cookie, pid }) =>
        must(process.execPath, ["inside.mjs", socketPath, cookie, String(pid), join(app, "ledger.db")], { cwd: app }),
      );
      const { screen, build, names } = JSON.parse(said.trim().split("\n").at(-1));
      if (String(screen) !== "640,480") throw new Error(`it saw a screen of ${screen}`);
      if (build.commit !== null || build.addonSha256 === null || build.supervisorSha256 === null)
        throw new Error(`it takes itself for ${JSON.stringify(build)}`);
      if (names.some((count) => count === 0)) throw new Error("an export is empty");
    },
  },
  {
    name: "deskgate verify accepts the golden receipt",
    run: async ({ root, app }) => {
      const golden = join(root, "receipts/golden");
      const receipts = readdirSync(join(golden, "v1")).map((name) => join(golden, "v1", name));
      const args = ["verify", ...receipts, "--trust", join(golden, "trust.json"), "--profile", "fixture-live"];
      await must("npx", ["--no-install", "deskgate", ...args], { cwd: app });
    },
  },
  {
    name: "its types compile",
    run: async ({ root, app }) => {
      const flags = "--noEmit --strict --exactOptionalPropertyTypes --target es2023 --module nodenext --types node".split(" ");
      await must(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), ...flags, "inside.mts"], { cwd: app });
    },
  },
];

const withoutParts = {
  name: "without the native parts it says what is absent, and verifies all the same",
  run: async ({ root, app }) => {
    await uses[1].run({ root, app });
    const code = 'const { measureBuild } = await import("deskgate"); await measureBuild()';
    const { code: exit, output } = await command(process.execPath, ["--input-type=module", "-e", code], { cwd: app });
    if (exit === 0 || !/the native parts for linux-\w+-\w+ are not here/.test(output)) throw new Error(`exit ${exit}\n${output}`);
  },
};

/** Steps that install something in a folder of its own and use what came of it. */
const installing = (root, what, { args, used }) => {
  const app = mkdtempSync(join(tmpdir(), "deskgate-installed-"));
  const step = (name, act) => ({
    name: `${what}: ${name}`,
    run: async () => {
      try {
        await act({ root, app });
        return { passed: 1, failed: 0 };
      } catch (error) {
        return { passed: 0, failed: 1, output: error.message };
      }
    },
  });
  const install = async () => {
    writeFileSync(join(app, "package.json"), `${JSON.stringify({ name: "host", private: true, type: "module" })}\n`);
    await must("npm", ["install", "--no-audit", "--no-fund", ...args, "@types/node@20"], { cwd: app });
    for (const file of ["inside.mjs", "inside.mts"]) cpSync(join(root, "scripts/pack", file), join(app, file));
  };
  return {
    steps: [step("npm install in an empty folder", install), ...used.map(({ name, run }) => step(name, run))],
    clean: () => rmSync(app, { recursive: true, force: true }),
  };
};

/** Checks the pair of a release, the main package alone, and what plain `npm pack` gives in a clone that was set up. */
export const installations = (root, { main, platform, plain }) => [
  installing(root, "both packages", { args: [main, platform], used: uses }),
  // What needs no native parts needs no compiled ones either: the ledger's are not made.
  installing(root, "deskgate alone", { args: ["--ignore-scripts", main], used: [withoutParts] }),
  installing(root, "npm pack in this clone", { args: [plain], used: uses }),
];
