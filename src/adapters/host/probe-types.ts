import type { Verdict } from "./types.js";

export type ProbeGroup = "net" | "unix" | "files" | "proc" | "ipc" | "namespaces" | "keyring" | "tty" | "syscalls" | "x11";

/** One probe as judged: what the target's own child met, what it had to meet, and its positive control. */
export interface ProbeOutcome {
  readonly name: string;
  readonly group: ProbeGroup;
  /** Symbolic errno (`EPERM`), `"0"` for success, `"timeout"`, `"not_run"`, or `"E<number>"` for one without a name here. */
  readonly errno: string;
  readonly expected: readonly string[];
  /** The same thing done where it must succeed: inside (an allowed object) or outside (no sandbox, same uid). `"0"` is success. */
  readonly control: { readonly where: "inside" | "outside"; readonly errno: string };
  /** `unknown`: not run, timed out, or an errno that is neither success nor the expected one. */
  readonly verdict: Verdict;
}

export interface ProbeReport {
  readonly verdict: Verdict;
  readonly outcomes: readonly ProbeOutcome[];
  readonly refusedCount: number;
  readonly allowedCount: number;
  readonly controlsPassedCount: number;
  /** Names in the log that the table does not know: a failure. */
  readonly unexpectedNames: readonly string[];
}
