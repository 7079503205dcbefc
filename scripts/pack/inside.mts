// Compiled, never run, where the tarballs were installed: the types that a host sees.
import { createLinuxX11Agent, openLedger, type ComputerUseRunPolicy, type LinuxX11AgentOptions, type RunOutcome } from "deskgate";
import type { RefusalCode } from "deskgate/contract";
import { scriptedPlanner } from "deskgate/testing";
import { verifyReceipt } from "deskgate/verify";

export const govern = async (options: LinuxX11AgentOptions, policy: ComputerUseRunPolicy): Promise<RunOutcome> =>
  createLinuxX11Agent(options).run("", { policy }).outcome;
export const parts = [openLedger, scriptedPlanner, verifyReceipt] as const;
export const code: RefusalCode = "frame_changed";
// @ts-expect-error A code that there is not: the types are not `any`.
export const none: RefusalCode = "no_such_code";
