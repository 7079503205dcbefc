import { constants, type Dirent } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { outputPattern, receiptBytesMax, receiptFiles } from "../../contract/receipt/index.js";
import type { Files, Unread } from "../../verify/index.js";

const names: readonly string[] = Object.values(receiptFiles);
const entriesMax = 256;

/** Reads a file, and not what a link points at. One byte more than the cap is read, so that the verifier sees that it is too large. */
const readCapped = async (path: string, bytesMax: number): Promise<Uint8Array> => {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.min(size, bytesMax + 1));
    let read = 0;
    while (read < bytes.length) {
      const { bytesRead } = await file.read(bytes, read, bytes.length - read, read);
      if (bytesRead === 0) break;
      read += bytesRead;
    }
    return new Uint8Array(bytes.subarray(0, read));
  } finally {
    await file.close();
  }
};

const capOf = (name: string): number =>
  name === receiptFiles.policy
    ? receiptBytesMax.policy
    : name === receiptFiles.events
      ? receiptBytesMax.events
      : receiptBytesMax.envelope;

/** What stands in a folder. Only a receipt's own regular files are read; of others the name is enough to refuse them. */
const entry = async (directory: string, name: string, found: Dirent): Promise<readonly (readonly [string, Uint8Array])[]> => {
  if (found.isDirectory()) {
    if (name !== "outputs") return [[`${name}/`, new Uint8Array()]];
    const inner = await readdir(join(directory, name), { withFileTypes: true });
    if (inner.length === 0) return [["outputs/", new Uint8Array()]];
    return (
      await Promise.all(inner.slice(0, entriesMax).map(async (each) => entry(directory, `outputs/${each.name}`, each)))
    ).flat();
  }
  const ours = found.isFile() && (names.includes(name) || outputPattern.test(name));
  return [
    [
      ours || !names.includes(name) ? name : `${name} (no regular file)`,
      ours ? await readCapped(join(directory, name), capOf(name)) : new Uint8Array(),
    ],
  ];
};

/** Reads a receipt's folder, or says why it cannot. */
export const readReceipt = async (directory: string): Promise<Files | Unread> => {
  try {
    const found = await readdir(directory, { withFileTypes: true });
    const files = await Promise.all(found.slice(0, entriesMax).map(async (each) => entry(directory, each.name, each)));
    return new Map(files.flat());
  } catch (error) {
    return { unread: directory, says: error instanceof Error ? error.message : String(error) };
  }
};

/** Reads a small file whole. Throws where it cannot. */
export const readSmall = async (path: string, bytesMax: number): Promise<Uint8Array> => readCapped(path, bytesMax);
