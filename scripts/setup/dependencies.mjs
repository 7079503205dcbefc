// node_modules: as the lock file says, and with the one native module that really loads under this Node.
import { existsSync, lstatSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { SetupFailure } from "./failure.mjs";
import { attempt, run } from "./run.mjs";

const json = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined);

/** npm writes down what it installed; packages for other systems are in the lock file only. */
const sameAsLock = (root) => {
  const wanted = json(join(root, "package-lock.json"))?.packages ?? {};
  const installed = json(join(root, "node_modules", ".package-lock.json"))?.packages;
  if (installed === undefined) return false;
  const complete = Object.entries(wanted).every(([path, { version, optional }]) =>
    path === "" ? true : installed[path] === undefined ? optional === true : installed[path].version === version,
  );
  return complete && Object.keys(installed).every((path) => wanted[path] !== undefined);
};

const sqlite = (root) => join(root, "node_modules", "better-sqlite3", "build", "Release", "better_sqlite3.node");

/** The reason why the module does not load, or undefined. A file for another Node is there and does not load. */
const loadFailure = (root) => {
  if (!existsSync(sqlite(root))) return "it was not built";
  try {
    createRequire(import.meta.url)(sqlite(root));
    return undefined;
  } catch (error) {
    return error.message.split("\n")[0];
  }
};

/** A linked node_modules is shared with somebody and not ours to change. */
const isLinked = (root) => lstatSync(join(root, "node_modules"), { throwIfNoEntry: false })?.isSymbolicLink() === true;

export const dependenciesCurrent = (root) => isLinked(root) || (sameAsLock(root) && loadFailure(root) === undefined);

/** Headers beside this very Node spare node-gyp a download, which a machine without a way out could not make. */
const headers = () => {
  const prefix = join(dirname(process.execPath), "..");
  const found = existsSync(join(prefix, "include", "node", "node.h"));
  return found && process.env.npm_config_nodedir === undefined ? { npm_config_nodedir: prefix } : {};
};

export const installDependencies = async (root, say) => {
  const options = { cwd: root, env: headers() };
  if (!sameAsLock(root)) {
    say("npm ci");
    await run("npm", ["ci", "--no-audit", "--no-fund"], {
      ...options,
      advice: "Mend what it says (is the registry reachable, is node_modules writable?), then run this again.",
    });
  }
  if (loadFailure(root) === undefined) return;
  // An npm that does not run install scripts leaves it unbuilt without an error.
  say("npm rebuild better-sqlite3 (compiling takes one to three minutes)");
  const { output } = await attempt("npm", ["rebuild", "better-sqlite3", "--foreground-scripts"], options);
  const failure = loadFailure(root);
  if (failure === undefined) return;
  const tail = output.trimEnd().split("\n").slice(-25).join("\n");
  throw new SetupFailure(
    `${tail}\nbetter-sqlite3 does not load under Node ${process.version}: ${failure}. It needs a prebuilt file for this Node or a C++ compiler, make, python3 and Node's headers (npm config set nodedir <prefix of Node>).`,
  );
};
