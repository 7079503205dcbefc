import { compare } from "../fact.js";
import { parseIdMap, parseStartTime, parseStatus, type Status } from "../parse.js";
import { attempt, both, known, readExecutable, readText, readThreads, type Read } from "../read.js";
import type { ConfinementExpectations, Fact, ProcessIdentity } from "../types.js";

const NONE = "0000000000000000";

const mapped = <A, B>(read: Read<A>, map: (value: A) => B): Read<B> => (read.known ? known(map(read.value)) : read);

const groupsText = (groups: readonly number[]): string =>
  groups.length === 0 ? "none" : groups.toSorted((a, b) => a - b).join(",");

const four = (id: number): string => Array.from({ length: 4 }, () => id).join(" ");

/** Four numbers each: real, effective, saved, file system. One that differs would be a way back. */
const idsOf = (status: Status): string =>
  `uid ${status.uids.join(" ")} gid ${status.gids.join(" ")} groups ${groupsText(status.groups)}`;

/**
 * Filters are inherited: on a machine that runs this very program under one (a container), a target without a filter of its own has one
 * all the same. So it has to have more than we have.
 */
const lockOf =
  (own: number) =>
  ({ noNewPrivileges, seccomp, seccompFilters, tracer }: Status): string =>
    `NoNewPrivs ${noNewPrivileges} Seccomp ${seccomp} filters ${seccompFilters > own ? `>${own}` : seccompFilters} tracer ${tracer}`;

export type Credentials = Pick<ConfinementExpectations, "uid" | "gid" | "groups">;

/** What holds for every process of the sandbox, its threads included: the kernel keeps these per thread. */
export const checkCredentials = (pid: number, expected: Credentials): readonly Fact[] => {
  const threads = readThreads(pid);
  const statuses = threads.known ? threads.value.map((thread) => readText(pid, `task/${thread}/status`, parseStatus)) : [threads];
  const same = (name: string, wanted: string, of: (status: Status) => string): Fact => {
    const facts = statuses.map((status) => compare(name, pid, wanted, mapped(status, of)));
    return (
      facts.find(({ verdict }) => verdict === "wrong") ??
      facts.find(({ verdict }) => verdict === "unknown") ??
      compare(name, pid, wanted, known(facts.length > 0 ? wanted : "no thread"))
    );
  };
  const own = readText(process.pid, "status", (text) => parseStatus(text)?.seccompFilters);
  return [
    same("ids", `uid ${four(expected.uid)} gid ${four(expected.gid)} groups ${groupsText(expected.groups)}`, idsOf),
    same("capabilities", Array.from({ length: 5 }, () => NONE).join(" "), ({ capabilities }) => capabilities.join(" ")),
    own.known
      ? same("lock", `NoNewPrivs 1 Seccomp 2 filters >${own.value} tracer 0`, lockOf(own.value))
      : compare("lock", pid, "more seccomp filters than the measuring process", own),
  ];
};

export const readIdentity = (pid: number): Read<ProcessIdentity> =>
  both(readText(pid, "status", parseStatus), readText(pid, "stat", parseStartTime), (status, startTimeTicks) => ({
    pid,
    pidInside: status.pids.at(-1) ?? -1,
    startTimeTicks,
    uid: status.uids[0] ?? -1,
    gid: status.gids[0] ?? -1,
    groups: status.groups,
  }));

/** One uid and one gid of the host are mapped, to themselves; groups cannot be dropped to gain what they deny. */
export const checkMaps = (pid: number, { uid, gid }: ConfinementExpectations): readonly Fact[] => [
  compare(
    "uid_map",
    pid,
    `${uid} ${uid} 1`,
    mapped(readText(pid, "uid_map", parseIdMap), (rows) => rows.join(", ")),
  ),
  compare(
    "gid_map",
    pid,
    `${gid} ${gid} 1`,
    mapped(readText(pid, "gid_map", parseIdMap), (rows) => rows.join(", ")),
  ),
  compare(
    "setgroups",
    pid,
    "deny",
    readText(pid, "setgroups", (text) => text.trim()),
  ),
  compare(
    "not_root",
    pid,
    "true",
    attempt("uid", () => String(uid !== 0 && gid !== 0)),
  ),
];

const executableText = ({ device, inode, sha256 }: ConfinementExpectations["executable"]): string =>
  `device ${device} inode ${inode} sha256 ${sha256}`;

export interface ExecutableCheck {
  readonly fact: Fact;
  readonly read: ReturnType<typeof readExecutable>;
}

export const checkExecutable = (pid: number, { executable }: ConfinementExpectations): ExecutableCheck => {
  const read = readExecutable(pid);
  return { fact: compare("executable", pid, executableText(executable), mapped(read, executableText)), read };
};
