import { hexFromBytes } from "../base/bytes.js";
import type { Action } from "../contract/actions.js";
import type { RawEffects } from "../contract/effects.js";
import type { Observation, RawObservation } from "../contract/observation.js";
import type { ComputerUseRunPolicy } from "../contract/policy.js";
import type { ActionPreview, RunPreview } from "../contract/preview.js";
import type { ComputerUseRunControlHooks } from "./hooks.js";
import type { Clock, Desktop, Journal, Nonces, Planner } from "./ports.js";
import type { Secrets } from "./secrets.js";

export type Ports = {
  readonly clock: Clock;
  readonly nonces: Nonces;
  readonly desktop: Desktop;
  readonly planner: Planner;
  readonly journal: Journal;
  readonly hooks: ComputerUseRunControlHooks;
};

/**
 * The vault: raw values that the core never sees, kept until they are used or the run ends. `perform` fills and reads it; the drive
 * loop does not look inside.
 */
export type Vault = {
  /** The ledger holds the run: it gets a receipt, however it ends. */
  journaled: boolean;
  /** The display was asked for: it is let go of at the end. */
  leased: boolean;
  /** What ports and hooks said when they failed, oldest first. */
  readonly problems: string[];
  turn: number;
  /** Proposals of the current and of the last turn. */
  actions: readonly (Action | undefined)[];
  previous: readonly (Action | undefined)[];
  executed: number;
  /** Index of the proposal of the last turn that was refused: those from there on were not carried out. */
  stoppedAt: number | null;
  /** Texts that the current turn read from the clipboard, by the index of the proposal. */
  clipboards: ReadonlyMap<number, string>;
  observation?: Observation;
  raw?: RawObservation;
  effects?: RawEffects;
  planFrame?: { readonly id: number; readonly width: number; readonly height: number; readonly settled: boolean };
  runPreview?: { readonly preview: RunPreview; readonly digest: string };
  actionPreview?: { readonly preview: ActionPreview; readonly digest: string };
  /** Index of the proposal that the current preview is about. */
  proposal: number;
};

/** Everything that `perform` may use for one run. */
export type RunContext = {
  readonly task: string;
  readonly policy: ComputerUseRunPolicy;
  readonly policyDigest: string;
  readonly challenge: string | null;
  readonly ports: Ports;
  readonly secrets: Secrets;
  readonly vault: Vault;
};

export const freshNonce = ({ ports }: RunContext): string => hexFromBytes(ports.nonces.bytes(16));
