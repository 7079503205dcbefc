/** What the host measures about a confined process, and what it is compared with. Plain data. */

/** `unknown`: the fact could not be read or parsed. It is never taken for `ok`. */
export type Verdict = "ok" | "wrong" | "unknown";

export interface Fact {
  /** Stable name, e.g. `capabilities`, `mounts`, `namespace.net`. */
  readonly name: string;
  /** Host pid of the process it was measured on. */
  readonly pid: number;
  readonly verdict: Verdict;
  /** One line each, bounded; may hold host paths, so it is for the console, never for a receipt. */
  readonly expected: string;
  readonly measured: string;
}

/** `st_dev` and `st_ino`, as decimal strings (64 bits). */
export interface FileIdentity {
  readonly device: string;
  readonly inode: string;
}

export type NamespaceName = "user" | "mnt" | "net" | "pid" | "ipc" | "uts" | "cgroup";
export type Namespaces = Readonly<Record<NamespaceName, number>>;

/** One mount that must be there, and nothing else may. */
export interface MountRule {
  /** Mount point as the target sees it. */
  readonly point: string;
  /** Accepted file-system types; undefined accepts any (a bind of whatever the machine has). */
  readonly types?: readonly string[];
  readonly access: "ro" | "rw";
  /** Per-mount options that have to be set, besides `access`. */
  readonly flags: readonly string[];
  /** What stands at the mount point, by device and inode as the host sees it; undefined for memory file systems. */
  readonly source?: FileIdentity;
}

/** Descriptors by number, and the kinds that any other number may be. */
export interface DescriptorRules {
  readonly fixed: Readonly<Record<number, readonly DescriptorKind[]>>;
  readonly others: readonly DescriptorKind[];
  readonly countMax: number;
}

/** `socket_unix` is a socket that the namespace's own table of unix sockets lists. */
export type DescriptorKind =
  | "null_device"
  | "pipe"
  | "socket_unix"
  | "eventfd"
  | "signalfd"
  | "pidfd"
  | "eventpoll"
  | "memfd"
  | "inotify"
  | "file_runtime";

export interface EnvironmentRules {
  /** Exact values. Names that are not here are findings, and so are missing ones. */
  readonly exact: Readonly<Record<string, string>>;
}

/** The policy's allowlists. Not the launch plan: whoever measures is not told what was done. */
export interface ConfinementExpectations {
  readonly uid: number;
  readonly gid: number;
  /** Supplementary groups, exactly: none after root's drop; an ordinary user cannot give its own up, so those of the host process. */
  readonly groups: readonly number[];
  readonly executable: FileIdentity & { readonly sha256: string };
  /** Executables that descendants may run, by SHA-256. */
  readonly descendantExecutables: readonly string[];
  readonly mounts: readonly MountRule[];
  readonly descriptors: DescriptorRules;
  readonly environment: EnvironmentRules;
  /** Capacity for descendants at the time of measuring. */
  readonly descendantsMax: number;
  /** When known: what the launcher's status said; each has to equal what is measured. */
  readonly claimedNamespaces?: Partial<Namespaces>;
}

export interface ProcessIdentity {
  /** In the host's pid namespace. */
  readonly pid: number;
  /** Last number of NSpid: the pid that the process itself sees. */
  readonly pidInside: number;
  readonly startTimeTicks: string;
  readonly uid: number;
  readonly gid: number;
  readonly groups: readonly number[];
}

/** Interface of each entry, as the namespace's own tables name it. */
export interface NetworkTables {
  readonly interfaces: readonly string[];
  readonly routes4: readonly string[];
  readonly routes6: readonly string[];
}

/** One mount as it was found. `options` are those of the mount itself, sorted. */
export interface MountFact {
  readonly point: string;
  readonly type: string;
  readonly options: readonly string[];
}

export interface ConfinementMeasurement {
  /** The worst verdict of all facts: `wrong` before `unknown` before `ok`. */
  readonly verdict: Verdict;
  readonly facts: readonly Fact[];
  /** The facts that are not `ok`. */
  readonly findings: readonly Fact[];
  /** Undefined when the process could not be identified (then `verdict` is not `ok`). */
  readonly process: ProcessIdentity | undefined;
  readonly namespaces: Partial<Namespaces>;
  readonly hostNamespaces: Partial<Namespaces>;
  readonly executable: (FileIdentity & { readonly sha256: string }) | undefined;
  /** Lower-case hex SHA-256 of the canonical JSON of each list, without host paths; undefined where the list could not be read. */
  readonly digests: Readonly<Record<"mounts" | "network" | "descriptors" | "environment" | "processes", string | undefined>>;
  readonly descendants: readonly ProcessIdentity[];
  /** What the facts about network and mounts were judged on; undefined where it could not be read. No host path. */
  readonly network: NetworkTables | undefined;
  readonly mounts: readonly MountFact[] | undefined;
  /** CLOCK_MONOTONIC, microseconds, when the measuring began and how long it took. */
  readonly startedAtUs: bigint;
  readonly durationUs: number;
}

/** The cheap check before every action. */
export interface Recheck {
  readonly verdict: Verdict;
  readonly findings: readonly Fact[];
}
