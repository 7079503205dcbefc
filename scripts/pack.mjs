// npm run pack: the tarballs of a release, and a check that they work where nothing else is installed.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { installations } from "./pack/installed.mjs";
import { platformHere } from "./pack/platforms.mjs";
import { stageMain, stagePlatform } from "./pack/stage.mjs";
import { ensureSetup } from "./setup.mjs";
import { command, exits0, runSteps } from "./steps.mjs";

const help = `npm run pack -- [--out FOLDER] [--check]
  Builds what is not current and packs two tarballs: deskgate, and @deskgate/<platform> with the native parts for this machine.
    --out FOLDER  where to put them; default: packages
    --check       install them in empty folders, and use and lint what came of it; ends with N passed, N failed
  Exit: 0 packed (and checked), 1 something failed, 64 the command line is wrong, 69 there is no package for this platform.`;

const root = fileURLToPath(new URL("..", import.meta.url));

const parse = () => {
  try {
    return parseArgs({ options: { out: { type: "string" }, check: { type: "boolean" }, help: { type: "boolean" } } }).values;
  } catch (error) {
    console.error(`pack: ${error.message}\n\n${help}`);
    return process.exit(64);
  }
};

const { out = "packages", check = false, help: asked = false } = parse();
if (asked) {
  console.log(help);
  process.exit(0);
}
const platform = platformHere();
if (platform === undefined) {
  console.error(`pack: there is no package for ${process.platform} on ${process.arch}`);
  process.exit(69);
}
await ensureSetup();
const folder = resolve(root, out);
const scratch = mkdtempSync(join(tmpdir(), "deskgate-pack-"));

/** Packs a folder; answers the tarball's path. */
const pack = async (from, to) => {
  mkdirSync(to, { recursive: true });
  const { code, output } = await command("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", to], { cwd: from });
  if (code !== 0) throw new Error(`npm pack in ${from}: exit ${code}\n${output}`);
  const [{ filename, size }] = JSON.parse(output.slice(output.indexOf("[")));
  console.log(`  ✓ packed ${filename}  ${(size / 1024).toFixed(0)} KiB`);
  return join(to, filename);
};

let failed = 0;
try {
  stageMain(root, join(scratch, "main"));
  stagePlatform(root, join(scratch, "platform"), platform);
  const tarballs = { main: await pack(join(scratch, "main"), folder), platform: await pack(join(scratch, "platform"), folder) };
  if (check) {
    const plain = await pack(root, join(scratch, "plain"));
    const installs = installations(root, { ...tarballs, plain });
    const lint = (name, ...args) => ({ name, run: exits0("npx", ["--no-install", ...args, tarballs.main], { cwd: root }) });
    const sum = await runSteps([
      lint("publint", "publint", "--strict"),
      lint("attw", "attw", "--profile", "esm-only"),
      ...installs.flatMap(({ steps }) => steps),
    ]);
    for (const { clean } of installs) clean();
    console.log(`${sum.passed} passed, ${sum.failed} failed`);
    failed = sum.failed;
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exit(failed === 0 ? 0 : 1);
