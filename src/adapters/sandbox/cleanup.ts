import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { removeRunDirectory, type RunDirectory } from "./staging.js";
import type { Supervisor } from "./supervisor.js";
import type { CleanupFacts, StatusClaim } from "./types.js";

const MEMBERS_TRIES_MAX = 50;
const MEMBERS_RETRY_MS = 10;

/** Who on this machine is still in one of the namespaces, by /proc; another user's processes cannot be looked into. */
const namespaceMembers = (claims: readonly StatusClaim[]): { left: number; unreadable: number } => {
  const inodes = new Set(claims.flatMap((claim) => Object.entries(claim.namespaces).map(([name, inode]) => `${name}:[${inode}]`)));
  let left = 0;
  let unreadable = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^[0-9]+$/.test(name))) {
    try {
      const here = ["mnt", "net", "pid", "ipc", "uts", "cgroup"].map((name) => readlinkSync(`/proc/${pid}/ns/${name}`));
      if (here.some((link) => inodes.has(link))) left += 1;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EACCES") unreadable += 1;
    }
  }
  return { left, unreadable };
};

const isGone = (pid: number | undefined): boolean => pid === undefined || !existsSync(`/proc/${pid}`);

/** Ends everything of a run, in order, and measures that it is gone. */
export const cleanUp = async (supervisor: Supervisor, run: RunDirectory, claims: readonly StatusClaim[]): Promise<CleanupFacts> => {
  const begin = performance.now();
  const closed = await supervisor.close();
  const descendantsLeft = closed?.descendantsLeft ?? -1;
  // A process that was killed is seen in /proc until the kernel is done with it.
  for (let tries = 0; tries < MEMBERS_TRIES_MAX && (namespaceMembers(claims).left > 0 || !isGone(supervisor.pid)); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, MEMBERS_RETRY_MS));
  const supervisorGone = isGone(supervisor.pid);
  const members = namespaceMembers(claims);
  // With something still alive beneath it, removing would be a race with its owner. Members of its namespaces are no sign of that when no descendant
  // is left: the kernel uses the numbers of namespaces again, for another desktop's.
  const ended = supervisorGone && descendantsLeft === 0;
  if (ended) await removeRunDirectory(run);
  const runDirectoryGone = !existsSync(run.path);
  const facts = {
    pidfdsDead: closed?.pidfdsDead ?? [],
    pidfdsAlive: closed?.pidfdsAlive ?? [],
    descendantsLeft,
    namespaceMembersLeft: members.left,
    namespaceMembersUnreadable: members.unreadable,
    supervisorGone,
    runDirectoryGone,
    durationMs: performance.now() - begin,
  };
  return {
    complete: ended && members.left === 0 && runDirectoryGone && facts.pidfdsAlive.length === 0 && facts.pidfdsDead.length > 0,
    ...facts,
  };
};
