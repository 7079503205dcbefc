// Where the native parts are: beside this file where they were built (`npm run setup`), else in the platform's own package, which npm
// installs beside deskgate. Nothing is loaded here, and nothing is looked for anywhere else.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The C library's name is part of it: a program built for one does not start with the other. */
const platformHere = () => {
  if (process.platform !== "linux") return `${process.platform}-${process.arch}`;
  process.report.excludeNetwork = true; // Else the report looks names up in the network.
  const { header } = process.report.getReport();
  return `linux-${process.arch}-${header.glibcVersionRuntime === undefined ? "musl" : "gnu"}`;
};

const filesIn = (folder) => ({ addon: join(folder, "deskgate.node"), supervisor: join(folder, "deskgate-supervisor") });

const installed = (platform) => {
  try {
    return dirname(createRequire(import.meta.url).resolve(`@deskgate/${platform}/package.json`));
  } catch {
    return undefined;
  }
};

export const nativeFiles = () => {
  const here = filesIn(dirname(fileURLToPath(import.meta.url)));
  if (existsSync(here.addon)) return here;
  const platform = platformHere();
  const folder = installed(platform);
  if (folder !== undefined) return filesIn(folder);
  throw new Error(
    `deskgate: the native parts for ${platform} are not here: neither built (in a clone: npm run setup) nor installed ` +
      `(@deskgate/${platform}; npm leaves it out with --omit=optional, and not every platform has one: see docs/packaging.md)`,
  );
};
