import { ComputerUseAgent, spend, type ComputerUseRunControlHooks, type Journal, type Planner, type ReceiptSink } from "./agent/index.js";
import { encodePng } from "./adapters/images/index.js";
import { systemClock, systemNonces } from "./adapters/system/index.js";
import { X11Desktop, type X11Display } from "./adapters/x11/index.js";

export type LinuxX11AgentOptions = {
  readonly display: X11Display;
  readonly hooks: ComputerUseRunControlHooks;
  readonly planner: Planner;
  /** The append-only ledger: `openLedger`. */
  readonly journal: Journal;
  /** Where signed receipts go: `receiptFolder`. */
  readonly receipts: ReceiptSink;
};

/** An agent on a real X11 display. Throws `hooks_absent` when a hook is missing; connects when a run takes the display. */
export const createLinuxX11Agent = ({ display, ...parts }: LinuxX11AgentOptions): ComputerUseAgent =>
  new ComputerUseAgent({ ...parts, clock: systemClock, nonces: systemNonces, desktop: new X11Desktop(display, spend, encodePng) });
