import type { ComputerUseRunPolicy } from "../contract/policy.js";
import type { MachineInput } from "../contract/inputs.js";
import type { MachineOutput } from "../contract/outputs.js";
import type { ProfileName, Trust } from "../contract/receipt/index.js";

/** The files of a folder, by their path in it. */
export type Files = ReadonlyMap<string, Uint8Array>;

/** A folder that could not be read: which, and why. Nothing is known of it. */
export type Unread = { readonly unread: string; readonly says: string };

/** The machine that a transcript is run through again. */
export type Machine<S = unknown> = {
  begin(policy: ComputerUseRunPolicy, policyDigest: string): S;
  step(state: S, input: MachineInput): { readonly state: S; readonly outputs: readonly MachineOutput[] };
};

export type VerifyOptions = {
  readonly trust: Trust;
  readonly profile?: ProfileName | undefined;
  /** Digest of the tracked sources of a checkout; without it that check is reported as not made. */
  readonly sources?: { readonly count: number; readonly digest: string } | undefined;
  /** Instead of the built-in machines, by version. For tests of the verifier: a verifier with another machine proves nothing. */
  readonly machines?: ReadonlyMap<number, Machine> | undefined;
};
