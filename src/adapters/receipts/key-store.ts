import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { open, readFile, rename, rm } from "node:fs/promises";
import { base64FromBytes } from "../../base/index.js";
import type { Signer } from "../../base/crypto/signature.js";
import { parseTrust, trustText, type KeyRole, type TrustFile } from "../../contract/receipt/index.js";
import { KeyFileError } from "./key-file.js";

const writeNew = async (path: string, text: string, mode: number): Promise<void> => {
  const file = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, mode);
  try {
    await file.chmod(mode);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
};

/** Writes a private key into a new file of mode 0600. A file that is there is never written over. */
export const writeKey = async (path: string, pem: string): Promise<void> => {
  await writeNew(path, pem, 0o600).catch((cause: NodeJS.ErrnoException) => {
    throw new KeyFileError(
      `key file ${path}: ${cause.code === "EEXIST" ? "it is there already, and a key is never written over; name another file" : cause.message}`,
      { cause },
    );
  });
};

/** The trust file at `path`; an empty one where there is none. */
export const readTrustFile = async (path: string): Promise<TrustFile> => {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return { trustVersion: 1, keys: [] };
    throw cause;
  }
  const parsed = parseTrust(bytes);
  if (!parsed.ok) throw new KeyFileError(`${path}: ${parsed.problem}`);
  return parsed.file;
};

/** Adds a public key to a trust file: the whole new file takes the place of the old one at once. */
export const addKey = async (path: string, trust: TrustFile, signer: Signer, role: KeyRole): Promise<void> => {
  const key = { keyId: signer.keyId, algorithm: signer.algorithm, role, publicKey: base64FromBytes(signer.spki) };
  const partial = `${path}.partial-${randomBytes(8).toString("hex")}`;
  try {
    await writeNew(partial, trustText({ ...trust, keys: [...trust.keys, key] }), 0o644);
    await rename(partial, path);
  } catch (cause) {
    await rm(partial, { force: true });
    throw cause;
  }
};
