import { createHash } from "node:crypto";
import { lstatSync, readFileSync, readdirSync, readlinkSync, statSync } from "node:fs";
import type { FileIdentity, NamespaceName } from "./types.js";

/** A value from /proc, or why there is none. Not knowing is a result of its own. */
export type Read<T> = { readonly known: true; readonly value: T } | { readonly known: false; readonly why: string };

export const known = <T>(value: T): Read<T> => ({ known: true, value });
export const unknown = (why: string): Read<never> => ({ known: false, why });

/** What `parse` gives; `undefined` from it means that the text is not as the kernel's documentation says. */
export const attempt = <T>(what: string, read: () => T | undefined): Read<T> => {
  try {
    const value = read();
    return value === undefined ? unknown(`${what}: not understood`) : known(value);
  } catch (error) {
    return unknown(`${what}: ${(error as NodeJS.ErrnoException).code ?? "unreadable"}`);
  }
};

export const both = <A, B, C>(a: Read<A>, b: Read<B>, join: (a: A, b: B) => C): Read<C> => {
  if (!a.known) return a;
  return b.known ? known(join(a.value, b.value)) : b;
};

/** A kernel that lacks a protocol has no such file; then there is nothing of it either. */
export const orAbsent = <T>(read: Read<T>, absent: T): Read<T> =>
  !read.known && read.why.endsWith(": ENOENT") ? known(absent) : read;

/** A text file below /proc/<pid>, parsed. */
export const readText = <T>(pid: number, file: string, parse: (text: string) => T | undefined): Read<T> =>
  attempt(file, () => parse(readFileSync(`/proc/${pid}/${file}`, "utf8")));

export const readNamespace = (pid: number | "self", name: NamespaceName | "pid_for_children"): Read<number> =>
  attempt(`ns/${name}`, () => {
    const inode = /^[a-z]+:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/ns/${name}`))?.[1];
    return inode === undefined ? undefined : Number(inode);
  });

export const readPids = (directory = "/proc"): readonly number[] =>
  readdirSync(directory)
    .filter((name) => /^[1-9]\d*$/.test(name))
    .map(Number);

export const readThreads = (pid: number): Read<readonly number[]> => attempt("task", () => readPids(`/proc/${pid}/task`));

const identity = (stat: { dev: bigint; ino: bigint }): FileIdentity => ({
  device: String(stat.dev),
  inode: String(stat.ino),
});

/** What stands at a path as the process sees it; its last component is not followed. */
export const readInside = (pid: number, path: string): Read<FileIdentity> =>
  attempt(`root${path}`, () => identity(lstatSync(`/proc/${pid}/root${path}`, { bigint: true })));

export const readExecutable = (pid: number): Read<FileIdentity & { sha256: string }> =>
  attempt("exe", () => {
    const path = `/proc/${pid}/exe`;
    const sha256 = createHash("sha256").update(readFileSync(path)).digest("hex");
    return { ...identity(statSync(path, { bigint: true })), sha256 };
  });

/** One descriptor, as the kernel describes it. */
export interface RawDescriptor {
  readonly number: number;
  readonly link: string;
  /** Major and minor number when it is a character device. */
  readonly device: string | undefined;
  /** `flags` of fdinfo, octal. */
  readonly flags: string;
}

export const readDescriptors = (pid: number): Read<readonly RawDescriptor[]> =>
  attempt("fd", () =>
    readdirSync(`/proc/${pid}/fd`).map((name) => {
      const stat = statSync(`/proc/${pid}/fd/${name}`);
      const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/${pid}/fdinfo/${name}`, "utf8"))?.[1] ?? "";
      const device = stat.isCharacterDevice() ? `${stat.rdev >> 8}:${stat.rdev & 0xff}` : undefined;
      return { number: Number(name), link: readlinkSync(`/proc/${pid}/fd/${name}`), device, flags };
    }),
  );
