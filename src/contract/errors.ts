import { faults, type FaultCode } from "./faults.js";

/** Codes of errors that are thrown: misuse and a broken host. Refusals are values and never thrown. */
export type ErrorCode =
  | "hooks_absent"
  | "policy_absent"
  | "port_absent"
  | "task_malformed"
  | "challenge_malformed"
  | "receipt_not_written"
  | "hook_failed"
  | "hook_malformed"
  | "native"
  | "planner_failed"
  | "journal_failed";

/** Base of everything that deskgate throws. `code` is stable. */
export class ComputerUseError extends Error {
  readonly code: ErrorCode;
  readonly runId: string | undefined;
  constructor(code: ErrorCode, message: string, options: { cause?: unknown; runId?: string } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.runId = options.runId;
  }
}

/** A hook of the host threw, or answered with something of another shape. */
export class HostHookError extends ComputerUseError {
  readonly fault: FaultCode;
  constructor(hook: string, fault: "hook_failed" | "hook_malformed", detail: string, cause?: unknown) {
    super(fault, `the host's hook ${hook}: ${detail}`, { cause });
    this.fault = fault;
  }
}

/** A native call met a fault of the world. */
export class NativeError extends ComputerUseError {
  readonly fault: FaultCode;
  constructor(fault: FaultCode, message: string, cause?: unknown) {
    super("native", message, { cause });
    this.fault = fault;
  }
}

export class PlannerError extends ComputerUseError {
  readonly fault: FaultCode = "planner_failed";
  constructor(message: string, cause?: unknown) {
    super("planner_failed", message, { cause });
  }
}

export class JournalError extends ComputerUseError {
  readonly fault: FaultCode = "journal_failed";
  constructor(message: string, cause?: unknown) {
    super("journal_failed", message, { cause });
  }
}

const isOurs = (error: unknown): error is HostHookError | NativeError | PlannerError | JournalError =>
  error instanceof HostHookError || error instanceof NativeError || error instanceof PlannerError || error instanceof JournalError;

/**
 * The fault that an error stands for. An error of no known kind, or one that cannot be read, counts as a failure of whom it came
 * from: total, since anything at all can be thrown.
 */
export const faultOf = (error: unknown, otherwise: FaultCode): FaultCode => {
  try {
    const fault: string = isOurs(error) ? error.fault : otherwise;
    return Object.hasOwn(faults, fault) ? (fault as FaultCode) : otherwise;
  } catch {
    return otherwise;
  }
};
