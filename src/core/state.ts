import type { Attestation } from "../contract/attestation.js";
import type { Decision } from "../contract/decision.js";
import type { Effects } from "../contract/effects.js";
import type { InputOf, MachineInput, RequestKind } from "../contract/inputs.js";
import type { FrameFacts, Observation, Surface } from "../contract/observation.js";
import type { Admission, EndStatus, MachineOutput } from "../contract/outputs.js";
import type { ComputerUseRunPolicy } from "../contract/policy.js";
import type { ActionPreview } from "../contract/preview.js";
import type { Planned, SealedPoint } from "../contract/proposal.js";
import type { RefusalCode } from "../contract/refusals.js";
import type { Identity } from "./facts.js";

export type Phase =
  | "opening"
  | "observing"
  | "attesting"
  | "confirming"
  | "framing"
  | "planning"
  | "waiting"
  | "resolving"
  | "deciding"
  | "steppingUp"
  | "reobserving"
  | "refreshing"
  | "admitting"
  | "dispatching"
  | "checking"
  | "sealing"
  | "finalFraming"
  | "completing"
  | "ending"
  | "closed";

export type Answer = Decision | "absent";

/** The action that is on its way: filled part by part, dropped whole when it is refused, done or failed. */
export type Pending = {
  readonly effects?: Effects;
  readonly preview?: ActionPreview;
  readonly digest?: string;
  readonly nonce?: string;
  readonly decision?: Answer;
  readonly stepUp?: Answer;
  /** Monotonic time at which the decision now pending was asked for. */
  readonly askedAt?: number;
  readonly surface?: Surface | null;
  /** At the further points of a drag. */
  readonly surfaces?: readonly Surface[] | undefined;
  readonly admission?: Admission;
  /** Why an action that was sent in part ended: answered once what it did has been looked at. */
  readonly stopped?: readonly RefusalCode[];
};

export type Turn = { readonly planned: Planned; readonly index: number };

/** The whole state of one run. Plain data, replaced and never changed. */
export type State = {
  readonly phase: Phase;
  /** The request that the next input must answer. */
  readonly awaiting: RequestKind | null;
  readonly policy: ComputerUseRunPolicy;
  readonly policyDigest: string;
  readonly startedAt: number;
  readonly at: number;
  readonly wallMs: number;
  readonly opened?: InputOf<"opened">;
  readonly observation?: Observation;
  readonly bound?: Identity;
  readonly attestation?: Attestation;
  readonly runPreview?: { readonly digest: string; readonly nonce: string };
  /** The frame that the planner works on, and the last one before it. */
  readonly planFrame?: FrameFacts;
  readonly planFrameEqual: boolean;
  readonly framingAttempts: number;
  /** Codes of the refusals since the last planner call: told to the planner, as codes only. */
  readonly refused: readonly RefusalCode[];
  readonly turn?: Turn;
  readonly lastPlanned?: Planned;
  readonly repeats: number;
  readonly pending: Pending;
  readonly pendingUs: number;
  readonly askedToPlanAt: number;
  readonly steps: number;
  readonly tokens: number;
  readonly actions: number;
  /** Times of admissions in the last 60 seconds. */
  readonly admittedAtUs: readonly number[];
  readonly previews: number;
  readonly spent: readonly string[];
  /** A previewed frame whose commitment is still to come. */
  readonly unsealed?: number;
  /** The last frame whose commitment came. */
  readonly sealed?: number;
  readonly lastClick?: { readonly point: SealedPoint; readonly at: number };
  /** What to do once the frame is sealed, or the wait is over. */
  readonly resume: "frame" | "next" | "refresh";
  readonly ended?: EndStatus;
};

export type Step = { readonly state: State; readonly outputs: readonly MachineOutput[] };
export type Handler<K extends MachineInput["kind"]> = (state: State, input: InputOf<K>) => Step;

/** The state before the first input: the run is asked to open. */
export const begin = (policy: ComputerUseRunPolicy, digest: string): State => ({
  phase: "opening",
  awaiting: "open",
  policy,
  policyDigest: digest,
  startedAt: 0,
  at: 0,
  wallMs: 0,
  planFrameEqual: false,
  framingAttempts: 0,
  refused: [],
  repeats: 0,
  pending: {},
  pendingUs: 0,
  askedToPlanAt: 0,
  steps: 0,
  tokens: 0,
  actions: 0,
  admittedAtUs: [],
  previews: 0,
  spent: [],
  resume: "frame",
});
