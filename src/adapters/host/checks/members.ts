import { judge } from "../fact.js";
import { parseStatus, type Status } from "../parse.js";
import { known, readExecutable, readNamespace, readPids, readText, unknown, type Read } from "../read.js";
import type { ConfinementExpectations, Fact, Namespaces, ProcessIdentity } from "../types.js";
import { checkDescriptors } from "./descriptors.js";
import { checkSameNamespaces } from "./namespaces.js";
import { checkCredentials, readIdentity } from "./process.js";
import { checkUnshared, mayHide } from "./unshared.js";

/**
 * Every process of the pid namespace, not only descendants of the target: one that was orphaned hangs below the reaper.
 * Processes of another uid cannot be members, as the user namespace maps one uid only; one of *this* uid that cannot be read
 * could be.
 */
export const membersOf = (namespace: number, uid: number): Read<readonly number[]> => {
  const members: number[] = [];
  for (const pid of readPids()) {
    const read = readNamespace(pid, "pid");
    if (read.known && read.value === namespace) members.push(pid);
    if (read.known || read.why.endsWith(": ENOENT")) continue;
    if (mayHide(pid, uid)) return unknown(`namespace of process ${pid}`);
  }
  return known(members);
};

/** Pid 1 of the namespace is the target's parent: the reaper, and it is as confined as what it reaps. */
const reaperProblems = (reaper: number | undefined, target: Read<Status>): Read<readonly string[]> => {
  if (!target.known) return target;
  if (reaper === undefined) return known(["pid 1 of the namespace was not found"]);
  return known(target.value.parent === reaper ? [] : [`the target's parent is ${target.value.parent}, not the reaper ${reaper}`]);
};

const executableProblems = (pids: readonly number[], allowed: readonly string[]): Read<readonly string[]> => {
  const problems: string[] = [];
  for (const pid of pids) {
    const read = readExecutable(pid);
    if (!read.known) return unknown(`process ${pid}: ${read.why}`);
    if (!allowed.includes(read.value.sha256)) problems.push(`process ${pid} runs ${read.value.sha256}`);
  }
  return known(problems);
};

export interface MemberCheck {
  readonly facts: readonly Fact[];
  /** All but the target and the reaper. */
  readonly descendants: readonly ProcessIdentity[];
  readonly list: Read<readonly string[]>;
}

export const checkMembers = (pid: number, namespaces: Partial<Namespaces>, expected: ConfinementExpectations): MemberCheck => {
  const members = namespaces.pid === undefined ? unknown("pid namespace") : membersOf(namespaces.pid, expected.uid);
  const pids = members.known ? members.value : [];
  const inside = new Map(pids.map((member) => [member, readIdentity(member)]));
  const reaper = pids.find((member) => {
    const identity = inside.get(member);
    return identity?.known === true && identity.value.pidInside === 1;
  });
  const others = pids.filter((member) => member !== pid && member !== reaper);
  const counted: Read<readonly string[]> = members.known
    ? known([
        ...(pids.includes(pid) ? [] : ["the target is not in it"]),
        ...(others.length > expected.descendantsMax ? [`${others.length} further processes`] : []),
      ])
    : members;
  // Too many is a finding already; there is no use in a fact about each process of a whole machine.
  const looked = others.length > expected.descendantsMax ? [] : others;
  const everyOther = [...looked, ...(reaper === undefined ? [] : [reaper])];
  return {
    facts: [
      judge("processes", pid, `reaper, target and at most ${expected.descendantsMax} more`, counted),
      judge(
        "reaper",
        pid,
        "the target's parent is pid 1 of the namespace",
        reaperProblems(reaper, readText(pid, "status", parseStatus)),
      ),
      checkUnshared(pid, namespaces, members, expected.uid),
      judge(
        "descendant_executables",
        pid,
        "allowed digests",
        executableProblems(looked, [expected.executable.sha256, ...expected.descendantExecutables]),
      ),
      ...looked.map((member) => checkDescriptors(member, expected.descriptors).fact),
      ...everyOther.flatMap((member) => [...checkCredentials(member, expected), ...checkSameNamespaces(member, namespaces)]),
    ],
    descendants: others.flatMap((member) => {
      const identity = inside.get(member);
      return identity?.known === true ? [identity.value] : [];
    }),
    list: members.known
      ? known([...inside.values()].map((read) => (read.known ? `pid ${read.value.pidInside} uid ${read.value.uid}` : "unknown")))
      : members,
  };
};
