import type { Io } from "../adapters/system/index.js";

type Run = (argv: readonly string[], io: Io, signal: AbortSignal) => Promise<number>;
type Command = {
  readonly says: string;
  readonly load: () => Promise<Run>;
  /** It starts things that have to be stopped: when interrupted it is told so, and ends by itself. */
  readonly stops?: true;
};

/** Every command, loaded when it is called: `verify` needs no native code, no network and no model. */
export const commands = {
  verify: {
    says: "check receipts: exit 0 to 4",
    load: async () => (await import("./verify/command.js")).verifyCommand,
  },
  keys: {
    says: "make a signing key: `deskgate keys new`",
    load: async () => (await import("./keys/command.js")).keysCommand,
  },
  "fixture-live": {
    says: "a governed run on a private X server, every refusal proved live",
    stops: true,
    load: async () => (await import("../fixture/index.js")).fixtureCommand,
  },
} as const satisfies Record<string, Command>;
