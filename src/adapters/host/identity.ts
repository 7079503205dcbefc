import { lstat } from "node:fs/promises";
import type { FileIdentity } from "./types.js";

/** Device and inode of what stands at a host path; the last component is not followed. */
export const identityOf = async (path: string): Promise<FileIdentity> => {
  const stat = await lstat(path, { bigint: true });
  return { device: String(stat.dev), inode: String(stat.ino) };
};
