import { randomBytes } from "node:crypto";
import { chmod, chown, copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { SandboxFault } from "./fault.js";
import type { DropTo } from "./identity.js";
import type { StagedPaths, TargetSpec } from "./types.js";

/** Longest path of a unix socket, in bytes. */
const SOCKET_PATH_BYTES_MAX = 107;

export const defaultRoot = "/tmp";
export const runPrefix = "deskgate-run-";

/** The mask of the process must not decide who can read what is staged. */
const directory = async (path: string, mode: number): Promise<string> => {
  await mkdir(path);
  await chmod(path, mode);
  return path;
};

export interface RunDirectory {
  readonly path: string;
  readonly sockets: string;
}

/**
 * Makes the run's own directory. Under root it stays root's, and the dropped group may only pass through it: what is staged
 * cannot be changed by the uid that runs, and other users of the machine do not get in.
 */
export const makeRunDirectory = async (requested: string | undefined, identity: DropTo | undefined): Promise<RunDirectory> => {
  const path = requested ?? join(defaultRoot, `${runPrefix}${randomBytes(8).toString("hex")}`);
  const sockets = join(path, "x11");
  if (!path.startsWith("/") || Buffer.byteLength(join(sockets, "X0")) > SOCKET_PATH_BYTES_MAX) {
    throw new SandboxFault(
      "run_directory_refused",
      `${path}: must be absolute and short enough for a socket (${SOCKET_PATH_BYTES_MAX} bytes with /x11/X0)`,
    );
  }
  try {
    await directory(path, 0o710);
  } catch (error) {
    throw new SandboxFault(
      "run_directory_refused",
      `${path}: cannot be made (${String(error)}); name a path that does not exist in a directory that does`,
    );
  }
  await directory(sockets, 0o700);
  if (identity !== undefined) {
    await chown(path, 0, identity.gid);
    await chown(sockets, identity.uid, identity.gid);
  }
  return { path, sockets };
};

const stageProgram = async (from: string, folder: string): Promise<string> => {
  const to = join(folder, basename(from));
  try {
    await copyFile(from, to);
  } catch (error) {
    throw new SandboxFault(
      "spec_refused",
      `${from}: the program cannot be staged (${String(error)}); build it first: node scripts/setup.mjs`,
    );
  }
  await chmod(to, 0o555);
  return to;
};

const plainName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Copies everything that a target may see beneath `run/<name>`. */
export const stageTarget = async (run: RunDirectory, spec: TargetSpec, identity: DropTo | undefined): Promise<StagedPaths> => {
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(spec.name) || spec.name === "x11") {
    throw new SandboxFault("spec_refused", `name ${JSON.stringify(spec.name)}: must be [a-z][a-z0-9-]{0,31} and not "x11"`);
  }
  const home = await directory(join(run.path, spec.name), 0o711);
  const app = await directory(join(home, "app"), 0o755);
  const input = await directory(join(home, "in"), 0o755);
  const output = await directory(join(home, "out"), 0o700);
  const executable = await stageProgram(spec.executable, app);
  for (const companion of spec.companions ?? []) await stageProgram(companion, app);
  for (const [name, content] of Object.entries(spec.input ?? {})) {
    if (!plainName.test(name)) throw new SandboxFault("spec_refused", `input ${JSON.stringify(name)}: must be a plain file name`);
    await writeFile(join(input, name), content);
    await chmod(join(input, name), 0o444);
  }
  if (identity !== undefined) await chown(output, identity.uid, identity.gid);
  return { app, input, output, executable, socket: join(run.sockets, "X0") };
};

/**
 * Only after every process of the run has ended: until then, what is beneath could be exchanged while it is removed. A target that was being
 * staged when the run was stopped may still put something there: then the folder is not empty in the end, and is removed again.
 */
export const removeRunDirectory = (run: RunDirectory): Promise<void> =>
  rm(run.path, { recursive: true, force: true, maxRetries: 20, retryDelay: 10 });
