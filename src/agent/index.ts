export { ComputerUseAgent, type AgentParts, type Run, type RunOptions, type RunOutcome } from "./agent.js";
export { spend } from "./admissions.js";
export { ComputerUseError, HostHookError, JournalError, NativeError, PlannerError, type ErrorCode } from "../contract/errors.js";
export type { AgentEvent } from "./events.js";
export { requireHooks, type ActionQuestion, type ComputerUseRunControlHooks } from "./hooks.js";
export type * from "./ports.js";
