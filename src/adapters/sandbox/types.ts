/** What the sandbox adapter takes and gives: plain data, and the handles of what runs. */

/** Size of the private screen, in pixels, and its depth in bits. */
export interface ScreenSpec {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly depth: 8 | 15 | 16 | 24 | 30;
}

export interface DesktopSpec {
  readonly screen: ScreenSpec;
  /** Made by `startDesktop`, removed by `stop`; must not exist. Default: `/tmp/deskgate-run-<16 hex digits>`. */
  readonly runDirectory?: string;
  /** The unprivileged uid (and gid) to drop to. Only root may name one; root without one gets an unused uid of 61184..65519. */
  readonly uid?: number;
  /** Default: this package's own. */
  readonly supervisorPath?: string;
  /** Ceiling for the server to accept connections, in milliseconds. Default 10_000. */
  readonly startMsMax?: number;
}

/** One program to confine. Everything it may see is staged in the run's own directory; nothing is mounted from where it lies. */
export interface TargetSpec {
  /** `[a-z][a-z0-9-]{0,31}`, unique in the desktop: names the process in logs and the staging folder. */
  readonly name: string;
  /** Host path of the program; the target sees it as `/task/app/<its base name>`. */
  readonly executable: string;
  /** Host paths of programs that stand beside it in `/task/app` (the probe program). */
  readonly companions?: readonly string[];
  readonly arguments?: readonly string[];
  /** Whether `/task/in` and `/task/out` are there at all. Default true; without them the program can neither read nor write for the task. */
  readonly taskFiles?: boolean;
  /** Staged read-only as `/task/in/<name>`. */
  readonly input?: Readonly<Record<string, Uint8Array | string>>;
  /** Added to the recipe's environment; may not replace one of its names. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The log event that says the program is ready. Default `mapped`. */
  readonly readyEvent?: string;
  /** Ceiling until that event, in milliseconds. Default 10_000. */
  readonly startMsMax?: number;
}

/** One parsed JSON line that a confined program wrote on its standard output: a claim of that program, bounded in size. */
export interface LogEvent {
  readonly event: string;
  readonly [field: string]: unknown;
}

/** The lines of one program from its start; every call of the iterator begins at the first line kept. */
export interface LogStream extends AsyncIterable<LogEvent> {
  /** Every line so far (a copy). */
  all(): readonly LogEvent[];
  /** Lines dropped because they were no bounded JSON object with an `event`; their text is not kept. */
  malformedCount(): number;
  /**
   * The first event, at or after index `from` (default 0), that `accept` takes.
   * Rejects with a SandboxFault `log_timeout` or `log_ended`, or with the signal's reason.
   */
  waitFor(
    accept: (event: LogEvent) => boolean,
    options: { readonly timeoutMs: number; readonly from?: number; readonly signal?: AbortSignal },
  ): Promise<LogEvent>;
}

/** Signals the fixture knows (USR1 presents, USR2 changes a pixel region, WINCH the title, HUP runs the probes), and the usual ends. */
export type TargetSignal = "SIGUSR1" | "SIGUSR2" | "SIGWINCH" | "SIGHUP" | "SIGCONT" | "SIGTERM" | "SIGKILL";

export interface ExitFact {
  /** Exit status of bubblewrap's reaper for the program; undefined when a signal ended it. */
  readonly code?: number;
  readonly signal?: number;
}

/** Host paths of what was staged, for the caller to identify by device and inode. Never for a receipt. */
export interface StagedPaths {
  readonly app: string;
  readonly input: string;
  readonly output: string;
  /** The X socket that is bound to `/tmp/.X11-unix/X0`. */
  readonly socket: string;
  /** The staged program itself. */
  readonly executable: string;
}

/** What bubblewrap says about the sandbox that it made (a claim to compare with what the host measures). */
export interface StatusClaim {
  /** Pid, in the host's pid namespace, of pid 1 of the sandbox (bubblewrap's reaper). */
  readonly reaperPid: number;
  /** Inode numbers by namespace (`cgroup ipc mnt net pid uts`; bubblewrap says nothing about `user`). */
  readonly namespaces: Readonly<Record<string, number>>;
}

export interface OutputFile {
  readonly bytes: Uint8Array;
  readonly sizeBytes: number;
  readonly sha256: string;
}

export interface ChildProcessFact {
  readonly pid: number;
  readonly startTimeTicks: string;
}

export interface SandboxedProcess {
  readonly name: string;
  /** Pid of the program itself in the host's pid namespace: what X-Resource must report. */
  readonly pid: number;
  /** Field 22 of `/proc/<pid>/stat`, in clock ticks since boot: with the pid, the identity of the process. */
  readonly startTimeTicks: string;
  readonly status: StatusClaim;
  readonly staged: StagedPaths;
  /** Whether it was given `/task/in` and `/task/out`: what was asked for, to be compared with what is measured. */
  readonly taskFiles: boolean;
  readonly log: LogStream;
  /** Lines of standard error, bounded; for diagnosis only. */
  diagnostics(): readonly string[];
  readonly exited: Promise<ExitFact>;
  /** Processes that the program started and that have not ended, by host pid. */
  children(): Promise<readonly ChildProcessFact[]>;
  /** Sent to the program, or to `pid`, which must be a descendant of it. */
  signal(signal: TargetSignal, pid?: number): Promise<void>;
  /**
   * Reads `/task/out/<name>` by hostile-output rules: beneath the directory, no link followed, a regular file with one link,
   * no setuid or setgid bit, at most `bytesMax` (default 1 MiB), unchanged while read. `undefined` when there is no such file;
   * anything else that differs is a SandboxFault `output_refused`.
   */
  readOutput(name: string, options?: { readonly bytesMax?: number }): Promise<OutputFile | undefined>;
  /** Ends the program and everything below it; resolves when all of it has ended. Its log and output stay readable. */
  stop(): Promise<ExitFact>;
}

/** What was measured after the end; every field has to be as its comment says for `complete`. */
export interface CleanupFacts {
  readonly complete: boolean;
  /** Host pids of the processes whose pidfd reported the end. */
  readonly pidfdsDead: readonly number[];
  /** Host pids of the processes whose pidfd did not: empty. */
  readonly pidfdsAlive: readonly number[];
  /** Children that the supervisor, as subreaper, could still wait for at its end: 0; -1 when it could not say. */
  readonly descendantsLeft: number;
  /** Processes found in one of the run's namespaces afterwards: 0. */
  readonly namespaceMembersLeft: number;
  /** Processes of the machine whose namespaces could not be read (another user's). */
  readonly namespaceMembersUnreadable: number;
  readonly supervisorGone: boolean;
  readonly runDirectoryGone: boolean;
  readonly durationMs: number;
}

export interface SandboxDesktop {
  readonly socketPath: string;
  /** MIT-MAGIC-COOKIE-1, 16 bytes. */
  readonly cookie: Uint8Array;
  /** Pid of Xvfb in the host's pid namespace: what SO_PEERCRED of the socket must say. */
  readonly serverPid: number;
  readonly supervisorPid: number;
  /** The host uid and gid under which everything runs. Never 0. */
  readonly uid: number;
  readonly gid: number;
  readonly runDirectory: string;
  /** SHA-256, lower-case hex, of the seccomp program that confines the targets and the server. */
  readonly seccompSha256: string;
  startTarget(spec: TargetSpec, signal?: AbortSignal): Promise<SandboxedProcess>;
  /**
   * Runs a program under the same uid with *no* sandbox, to its end: the positive controls of the probes.
   * Its standard output is parsed like a target's.
   */
  runOutside(spec: OutsideSpec, signal?: AbortSignal): Promise<OutsideResult>;
  /** Idempotent: the second call answers what the first measured. */
  stop(): Promise<CleanupFacts>;
}

export interface OutsideSpec {
  readonly name: string;
  readonly executable: string;
  readonly arguments?: readonly string[];
  readonly timeoutMs?: number;
}

export interface OutsideResult {
  readonly events: readonly LogEvent[];
  readonly exit: ExitFact;
}
