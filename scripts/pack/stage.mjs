// What goes into the two packages of a release: deskgate itself, which is the same everywhere, and the native parts of one platform.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { platforms } from "./platforms.mjs";

const scoped = ({ name }) => `@deskgate/${name}`;

const write = (folder, manifest) => writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);

/** The manifest in the clone without what only the clone needs, and with the platforms: npm installs the one that fits. */
export const mainManifest = (manifest) => {
  const { devDependencies: _dev, scripts: _scripts, overrides: _overrides, allowScripts: _allow, ...kept } = manifest;
  const optionalDependencies = Object.fromEntries(platforms.map((platform) => [scoped(platform), manifest.version]));
  return { ...kept, files: ["dist", "native"], optionalDependencies };
};

export const platformManifest = ({ version, license }, platform) => ({
  name: scoped(platform),
  version,
  description: `The native parts of deskgate for ${platform.triple}.`,
  license,
  os: ["linux"],
  cpu: [platform.cpu],
  libc: [platform.libc],
  files: ["deskgate.node", "deskgate-supervisor"],
  main: "deskgate.node",
});

/** deskgate without native parts. */
export const stageMain = (root, folder) => {
  mkdirSync(folder, { recursive: true });
  write(folder, mainManifest(JSON.parse(readFileSync(join(root, "package.json"), "utf8"))));
  const isOutput = (path) => !path.endsWith(".tsbuildinfo");
  cpSync(join(root, "dist"), join(folder, "dist"), { recursive: true, filter: isOutput });
  const isText = (path) => !path.endsWith(".node") && !path.endsWith("deskgate-supervisor");
  cpSync(join(root, "native"), join(folder, "native"), { recursive: true, filter: isText });
  for (const file of ["LICENSE", "README.md", "CHANGELOG.md"]) cpSync(join(root, file), join(folder, file));
};

/** The native parts as `npm run setup` built them in `root`, which must have been on `platform`. */
export const stagePlatform = (root, folder, platform) => {
  mkdirSync(folder, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  write(folder, platformManifest(manifest, platform));
  for (const file of ["deskgate.node", "deskgate-supervisor"]) cpSync(join(root, "native", file), join(folder, file));
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  writeFileSync(
    join(folder, "README.md"),
    `# ${scoped(platform)}\n\nThe native parts of deskgate for \`${platform.triple}\`. Install \`deskgate\`, which takes this along; it is of no use alone.\n`,
  );
};
