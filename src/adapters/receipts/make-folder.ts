import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it that are missing. Node's own recursive form never ends below a folder in which nothing can be made
 * and which says so by ENOENT (`/proc`); here the second refusal is the answer.
 */
export const makeFolder = async (path: string): Promise<void> => {
  try {
    await mkdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && (await stat(path)).isDirectory()) return;
    if (code !== "ENOENT" || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await mkdir(path).catch(async (again: NodeJS.ErrnoException) => {
      // Another run may have made it meanwhile.
      if (again.code !== "EEXIST" || !(await stat(path)).isDirectory()) throw again;
    });
  }
};
