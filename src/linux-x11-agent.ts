import type { Logger } from "pino";
import {
  ComputerUseAgent,
  spend,
  type ComputerUseRunControlHooks,
  type Journal,
  type Planner,
  type ReceiptSink,
} from "./agent/index.js";
import { encodePng } from "./adapters/images/index.js";
import { systemClock, systemNonces } from "./adapters/system/index.js";
import { logTo } from "./adapters/telemetry/index.js";
import { X11Desktop, type X11Display } from "./adapters/x11/index.js";

export type LinuxX11AgentOptions = {
  readonly display: X11Display;
  readonly hooks: ComputerUseRunControlHooks;
  readonly planner: Planner;
  /** The append-only ledger: `openLedger`. */
  readonly journal: Journal;
  /** Where signed receipts go: `receiptFolder`. */
  readonly receipts: ReceiptSink;
  /** A pino logger of the host: events are logged through a child of it, without text, titles or pixels. */
  readonly logger?: Logger | undefined;
};

/** An agent on a real X11 display. Throws `hooks_absent` when a hook is missing; connects when a run takes the display. */
export const createLinuxX11Agent = ({ display, logger, ...parts }: LinuxX11AgentOptions): ComputerUseAgent =>
  new ComputerUseAgent({
    ...parts,
    onEvent: logger === undefined ? undefined : logTo(logger),
    clock: systemClock,
    nonces: systemNonces,
    desktop: new X11Desktop(display, spend, encodePng),
  });
