/** The private display and the confined programs on it (docs/confinement.md). */
export { startDesktop } from "./desktop.js";
export { SandboxFault } from "./fault.js";
export type { SandboxFaultCode, UnavailableDetail, UnavailableReason } from "./fault.js";
export type {
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
