/** deskgate: a gate between a computer-use model and a Linux/X11 desktop. This is the public door; nothing behind it sends input by itself. */
export {
  ComputerUseAgent,
  ComputerUseError,
  HostHookError,
  JournalError,
  NativeError,
  PlannerError,
  type ActionQuestion,
  type AgentEvent,
  type AgentParts,
  type ComputerUseRunControlHooks,
  type ErrorCode,
  type Journal,
  type Plan,
  type Planner,
  type PlanRequest,
  type ReceiptSink,
  type Run,
  type RunOptions,
  type RunOutcome,
} from "./agent/index.js";
export { createLinuxX11Agent, type LinuxX11AgentOptions } from "./linux-x11-agent.js";
export { X11Observer, type X11Display } from "./adapters/x11/index.js";
export { openLedger } from "./adapters/ledger/index.js";
export { measureBuild, readSigner, receiptFolder, type ReceiptFolderOptions } from "./adapters/receipts/index.js";
export { parsePolicy, type ComputerUseRunPolicy } from "./contract/policy.js";
export { refusals, type RefusalCode } from "./contract/refusals.js";
export { checkPresentation, policyDigest, type Presentation } from "./core/index.js";
