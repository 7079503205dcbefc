import { statSync } from "node:fs";
import { judge } from "../fact.js";
import { attempt, known, readNamespace, readPids, readText, unknown, type Read } from "../read.js";
import type { Fact, Namespaces } from "../types.js";
import { namespaceNames } from "./namespaces.js";

/** A zombie has no namespaces any more and does nothing. */
const isZombie = (pid: number): boolean => {
  const state = readText(pid, "stat", (text) => text.slice(text.lastIndexOf(")") + 2, text.lastIndexOf(")") + 3));
  return state.known && state.value === "Z";
};

/**
 * Whether a process that cannot be read could matter. Another user's cannot have been put there by who launched the target (root could
 * have, and root could do anything); one of *this* uid could.
 */
export const mayHide = (pid: number, uid: number): boolean => {
  const owner = attempt("owner", () => statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid ?? -1);
  return owner.known && owner.value === uid && !isZombie(pid);
};

const sharedBy = (pid: number, target: Partial<Namespaces>, uid: number): Read<readonly string[]> => {
  const shared: string[] = [];
  for (const name of namespaceNames) {
    const read = readNamespace(pid, name);
    if (read.known && read.value === target[name]) shared.push(`${name} is shared with process ${pid}`);
    if (!read.known && !read.why.endsWith(": ENOENT") && mayHide(pid, uid)) return unknown(`namespaces of process ${pid}`);
  }
  return known(shared);
};

const sharers = (target: Partial<Namespaces>, members: readonly number[], uid: number): Read<readonly string[]> => {
  const problems: string[] = [];
  for (const pid of readPids()) {
    if (members.includes(pid)) continue;
    const read = sharedBy(pid, target, uid);
    if (!read.known) return read;
    problems.push(...read.value);
  }
  return known(problems);
};

/**
 * Nobody outside of the sandbox is in one of its namespaces: a namespace that is not the host's may still be another program's, and who
 * shares the network or the mounts with the target may be its way out.
 */
export const checkUnshared = (pid: number, target: Partial<Namespaces>, members: Read<readonly number[]>, uid: number): Fact =>
  judge(
    "unshared",
    pid,
    "no process outside of the sandbox is in one of its namespaces",
    members.known ? sharers(target, members.value, uid) : members,
  );
