/** Why confinement is not available here; each has one cause and one fix in `unavailable.ts`. */
export type UnavailableReason =
  | "bubblewrap_missing"
  | "bubblewrap_too_old"
  | "xvfb_missing"
  | "prlimit_missing"
  | "supervisor_missing"
  | "runtime_incomplete"
  | "architecture_unsupported"
  | "uid_unusable"
  | "userns_restricted_apparmor"
  | "userns_disabled"
  | "userns_denied"
  | "proc_masked"
  | "seccomp_missing"
  | "bubblewrap_failed";

export type SandboxFaultCode =
  | "confinement_unavailable"
  | "run_directory_refused"
  | "spec_refused"
  | "server_failed"
  | "target_failed"
  | "supervisor_lost"
  | "signal_failed"
  | "output_refused"
  | "log_timeout"
  | "log_ended";

export interface UnavailableDetail {
  readonly reason: UnavailableReason;
  readonly cause: string;
  readonly fix: string;
}

/** A typed error of the world below the gate. `message` says what happened with the value, and what to do. */
export class SandboxFault extends Error {
  override readonly name = "SandboxFault";
  readonly code: SandboxFaultCode;
  /** Set exactly when `code` is `confinement_unavailable`. */
  readonly unavailable: UnavailableDetail | undefined;

  constructor(code: SandboxFaultCode, message: string, unavailable?: UnavailableDetail) {
    super(message);
    this.code = code;
    this.unavailable = unavailable;
  }
}

/** Nothing runs without the protection: there is no weaker mode (exit code 97 at the commands). */
export const unavailable = (detail: UnavailableDetail): SandboxFault =>
  new SandboxFault(
    "confinement_unavailable",
    `confinement is not available here (${detail.reason}): ${detail.cause}. ${detail.fix}`,
    detail,
  );
