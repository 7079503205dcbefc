// What a release consists of, and where an installation finds its native parts. `npm run pack -- --check` installs the real thing.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { platformHere, platforms } from "../scripts/pack/platforms.mjs";
import { mainManifest, platformManifest } from "../scripts/pack/stage.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const manifest = JSON.parse(read("package.json")) as { version: string; dependencies: Record<string, string> };

describe("the packages of a release", () => {
  test("deskgate takes each platform's package of its own version along, and nothing that only a clone needs", () => {
    const main = mainManifest(manifest);
    expect(main).toMatchObject({ name: "deskgate", dependencies: manifest.dependencies });
    expect(main).not.toHaveProperty("devDependencies");
    expect(main).not.toHaveProperty("scripts");
    expect(main["optionalDependencies"]).toEqual(
      Object.fromEntries(platforms.map(({ name }) => [`@deskgate/${name}`, manifest.version])),
    );
  });

  test.each(platforms)("$name is installed only where it can be loaded", (platform) => {
    expect(platformManifest({ version: "1.2.3", license: "Apache-2.0" }, platform)).toMatchObject({
      name: `@deskgate/${platform.name}`,
      version: "1.2.3",
      os: ["linux"],
      cpu: [platform.cpu],
      libc: [platform.libc],
    });
    expect(read(".github/workflows/release.yml")).toContain(`platform: ${platform.name},`);
    expect(read("docs/packaging.md")).toContain(`\`${platform.name}\``);
  });

  test("Cargo and npm name one version", () => {
    expect(read("Cargo.toml")).toContain(`\nversion = "${manifest.version}"\n`);
  });
});

describe("the native parts of an installation", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "deskgate-files-"));
    mkdirSync(join(folder, "node_modules/deskgate/native"), { recursive: true });
    cpSync(join(root, "native/files.js"), join(folder, "node_modules/deskgate/native/files.js"));
    writeFileSync(join(folder, "node_modules/deskgate/package.json"), '{ "type": "module" }');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const ask = (): unknown => {
    const module = pathToFileURL(join(folder, "node_modules/deskgate/native/files.js")).href;
    const code = `import { nativeFiles } from ${JSON.stringify(module)};
      try { console.log(JSON.stringify(nativeFiles())) } catch ({ message }) { console.log(JSON.stringify(message)) }`;
    return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" }));
  };
  const parts = (place: string): object => ({
    addon: join(folder, "node_modules", place, "deskgate.node"),
    supervisor: join(folder, "node_modules", place, "deskgate-supervisor"),
  });
  const here = `@deskgate/${platformHere()?.name}`;
  const install = (name: string): void => {
    mkdirSync(join(folder, "node_modules", name), { recursive: true });
    writeFileSync(join(folder, "node_modules", name, "package.json"), "{}");
  };

  test("neither built nor installed: an error that names the platform", () => {
    expect(ask()).toMatch(`deskgate: the native parts for ${platformHere()?.name} are not here`);
  });

  test("another platform's package is not taken for this one's", () => {
    for (const { name } of platforms) if (`@deskgate/${name}` !== here) install(`@deskgate/${name}`);
    expect(ask()).toMatch("are not here");
  });

  test("installed: those of the platform's package", () => {
    install(here);
    expect(ask()).toEqual(parts(here));
  });

  test("built beside it: those, whatever is installed", () => {
    install(here);
    writeFileSync(join(folder, "node_modules/deskgate/native/deskgate.node"), "");
    expect(ask()).toEqual(parts("deskgate/native"));
  });
});
