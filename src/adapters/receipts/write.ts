import { constants } from "node:fs";
import { lstat, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { randomBytes } from "node:crypto";
import { ComputerUseError } from "../../contract/errors.js";
import { makeFolder } from "./make-folder.js";

/**
 * Writes a receipt's files as one directory, all or nothing: into a hidden sibling first, each file and the folder flushed to the
 * disk, then renamed. Refuses a directory that is already there: a receipt is never written over.
 */
export const writeReceipt = async (directory: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> => {
  const parent = dirname(directory);
  await makeFolder(parent);
  if (await exists(directory))
    throw new ComputerUseError("receipt_not_written", `${directory} is there already; a receipt is never written over`);
  const partial = join(parent, `.partial-${randomBytes(8).toString("hex")}`);
  try {
    await mkdir(partial, { mode: 0o755 });
    if ([...files.keys()].some((name) => name.startsWith("outputs/"))) await mkdir(join(partial, "outputs"));
    for (const [name, bytes] of files) await writeDurably(join(partial, name), bytes);
    await flush(join(partial, "outputs")).catch(ignoreAbsent);
    await flush(partial);
    await rename(partial, directory);
    await flush(parent);
  } catch (cause) {
    await rm(partial, { recursive: true, force: true });
    throw new ComputerUseError(
      "receipt_not_written",
      `the receipt ${directory} could not be written: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
};

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return false;
      throw error;
    },
  );

const writeDurably = async (path: string, bytes: Uint8Array): Promise<void> => {
  const file = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o644);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
};

const flush = async (directory: string): Promise<void> => {
  const handle = await open(directory, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const ignoreAbsent = (error: NodeJS.ErrnoException): void => {
  if (error.code !== "ENOENT") throw error;
};
