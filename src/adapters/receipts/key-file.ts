import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { signerFromPem, type Signer } from "../../base/crypto/signature.js";

/** A key file that could not be used. The message names the file and what to do. */
export class KeyFileError extends Error {
  override readonly name = "KeyFileError";
}

const keyBytesMax = 16_384;

/** Reads a private key. The file must be the owner's alone (0600): a key that others can read signs for others too. */
export const readSigner = async (path: string): Promise<Signer> => {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch((cause: NodeJS.ErrnoException) => {
    throw new KeyFileError(
      `key file ${path}: ${cause.code === "ENOENT" ? "it is not there; make one with `deskgate keys new`" : cause.message}`,
      { cause },
    );
  });
  try {
    const facts = await file.stat();
    if (!facts.isFile() || facts.size > keyBytesMax)
      throw new KeyFileError(`key file ${path}: it is no regular file of at most ${keyBytesMax} bytes`);
    if ((facts.mode & 0o077) !== 0)
      throw new KeyFileError(
        `key file ${path}: its mode is ${(facts.mode & 0o777).toString(8)}, others can reach it; chmod 600 it, and make a new key if they may have read it`,
      );
    const signer = signerFromPem(await file.readFile("utf8"));
    if (signer === undefined)
      throw new KeyFileError(
        `key file ${path}: it holds no Ed25519 or P-256 private key in PKCS #8 PEM; make one with \`deskgate keys new\``,
      );
    return signer;
  } finally {
    await file.close();
  }
};
