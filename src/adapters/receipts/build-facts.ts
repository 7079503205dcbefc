import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { lstat, readFile, readlink, realpath } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { nativeFiles } from "../../../native/files.js";
import { isSource, sourcesOf, type BuildFacts, type SourceFile } from "../../contract/receipt/index.js";

const run = promisify(execFile);

/** Git's answer about a checkout. The repository's own configuration may name programs to run; the one that these commands would run is off. */
const git = async (root: string, ...args: readonly string[]): Promise<string> => {
  const { stdout } = await run("git", ["-c", "core.fsmonitor=false", "-C", root, ...args], {
    maxBuffer: 64 * 1024 * 1024,
    env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin", HOME: process.env["HOME"] ?? "/", GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C" },
  });
  return stdout;
};

const sha256 = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");

/** Digest of what stands at a path: a file's bytes, or where a link points. `undefined` where neither is there. */
const digestAt = async (path: string): Promise<string | undefined> => {
  try {
    const facts = await lstat(path);
    if (facts.isSymbolicLink()) return sha256(`link\0${await readlink(path)}`);
    return facts.isFile() ? sha256(await readFile(path)) : undefined;
  } catch {
    return undefined;
  }
};

/** The tracked sources of a checkout as they are in its working tree. Throws when git cannot list them. */
export const readSources = async (root: string): Promise<readonly SourceFile[]> => {
  await requireCheckout(root);
  const tracked = (await git(root, "ls-files", "-z")).split("\0").filter((path) => isSource(path));
  const digests = await Promise.all(tracked.map(async (path) => ({ path, sha256: await digestAt(join(root, path)) })));
  return digests.flatMap(({ path, sha256: digest }) => (digest === undefined ? [] : [{ path, sha256: digest }]));
};

/** Throws unless `root` itself is the checkout: an installed package lies inside somebody else's, whose commit says nothing of ours. */
const requireCheckout = async (root: string): Promise<void> => {
  const top = (await git(root, "rev-parse", "--show-toplevel")).trimEnd();
  if ((await realpath(top)) !== (await realpath(root)))
    throw new Error(`${root} is not the top folder of a git checkout; that is ${top}`);
};

const unless = async <T>(value: Promise<T>): Promise<T | null> => value.catch(() => null);

/**
 * What this program was built from: the commit, whether the tree differs from it, the digest of the tracked sources, and the digests of
 * the native parts. `root` and `native` are those in use here unless given. Whatever cannot be measured (an installed package is no
 * checkout) is `null`, never guessed.
 */
export const measureBuild = async (
  root: string = join(import.meta.dirname, "../../.."),
  native: { readonly addon: string; readonly supervisor: string } = nativeFiles(),
): Promise<BuildFacts> => {
  const isCheckout = await requireCheckout(root).then(
    () => true,
    () => false,
  );
  const commit = isCheckout ? await unless(git(root, "rev-parse", "HEAD")) : null;
  const status = isCheckout
    ? await unless(git(root, "status", "--porcelain", "-z", "--no-renames", "--untracked-files=all"))
    : null;
  const sources = isCheckout ? await unless(readSources(root)) : null;
  const changed = status?.split("\0").filter((line) => isSource(line.slice(3)));
  return {
    commit: commit === null ? null : commit.trim(),
    dirty: changed === undefined ? null : changed.length > 0,
    sources: sources === null ? null : sourcesOf(sources),
    addonSha256: (await digestAt(native.addon)) ?? null,
    supervisorSha256: (await digestAt(native.supervisor)) ?? null,
  };
};
