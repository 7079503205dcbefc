/** The private display and the confined programs on it (docs/confinement.md). */
export { startDesktop } from "./desktop.js";
export { authorityFile } from "./cookie.js";
export { openProbeTargets } from "./probe-targets.js";
export type { ProbeTargets } from "./probe-targets.js";
export { runProbes } from "./probing.js";
export type { ProbeRun } from "./probing.js";
export { SandboxFault } from "./fault.js";
export type { SandboxFaultCode, UnavailableDetail, UnavailableReason } from "./fault.js";
export type {
  ChildProcessFact,
  CleanupFacts,
  DesktopSpec,
  ExitFact,
  LogEvent,
  LogStream,
  OutputFile,
  OutsideResult,
  OutsideSpec,
  SandboxDesktop,
  SandboxedProcess,
  ScreenSpec,
  StagedPaths,
  StatusClaim,
  TargetSignal,
  TargetSpec,
} from "./types.js";
