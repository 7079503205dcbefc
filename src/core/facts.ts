import type { Attestation } from "../contract/attestation.js";
import type { Decision } from "../contract/decision.js";
import type { Completion, Effects } from "../contract/effects.js";
import type { InputOf } from "../contract/inputs.js";
import type { Rect } from "../contract/forms.js";
import type { FrameFacts, Observation, Surface, ViewableTarget } from "../contract/observation.js";
import type { ComputerUseRunPolicy } from "../contract/policy.js";
import type { Proposal, SealedAction, Usage } from "../contract/proposal.js";
import type { RefusalCode } from "../contract/refusals.js";

export type Identity = Pick<ViewableTarget, "window" | "client" | "pid" | "startTicks" | "geometry">;

/** A decision and the preview it must fit. `spent` are the nonces of all earlier previews. */
export type DecisionFacts = {
  readonly answer: Decision | "absent";
  readonly digest: string;
  readonly nonce: string;
  readonly spent: readonly string[];
  readonly confirmers: readonly string[];
};

/** Use of the budgets at the moment of judging. Times in microseconds of the monotonic clock. */
export type BudgetFacts = {
  readonly steps: number;
  readonly actions: number;
  readonly tokens: number;
  readonly admittedAtUs: readonly number[];
};

/**
 * Everything controls may look at. A part that is `undefined` was not asked for at this stage; a control whose part is missing
 * where its stage needs it answers with its `..._unknown` code.
 */
export type Facts = {
  readonly policy: ComputerUseRunPolicy;
  readonly policyDigest: string;
  readonly at: number;
  readonly wallMs: number;
  readonly opened?: InputOf<"opened"> | undefined;
  /** All observations that must agree, oldest first. */
  readonly observations?: readonly Observation[] | undefined;
  /** The identity that the attestation was made for. */
  readonly bound?: Identity | undefined;
  readonly surface?: Surface | null | undefined;
  /** At the further points of the action, in their order. */
  readonly surfaces?: readonly Surface[] | undefined;
  readonly attestation?: Attestation | "absent" | "unavailable" | undefined;
  readonly runDecision?: DecisionFacts | undefined;
  readonly proposal?: Proposal | undefined;
  readonly action?: SealedAction | undefined;
  readonly effects?: Effects | undefined;
  readonly decision?: DecisionFacts | undefined;
  readonly stepUp?: DecisionFacts | undefined;
  readonly planFrame?: FrameFacts | undefined;
  readonly fresh?: FrameFacts | undefined;
  /** How long decisions were pending since the planned frame; not counted in its age. */
  readonly pendingUs?: number | undefined;
  readonly budget?: BudgetFacts | undefined;
  readonly usage?: Usage | undefined;
  readonly thoughtUs?: number | undefined;
  readonly repeats?: number | undefined;
  readonly completion?: Completion | "absent" | undefined;
};

export type Control = (facts: Facts) => readonly RefusalCode[];

/** Keeps the codes whose condition held. */
export const compact = (codes: readonly (RefusalCode | false)[]): readonly RefusalCode[] => codes.filter((code) => code !== false);

export const lastViewable = (facts: Facts): ViewableTarget | undefined => {
  const target = facts.observations?.at(-1)?.target;
  return target?.state === "viewable" ? target : undefined;
};

/** The part of the display that a frame shows, as it was observed last. */
export const lastScope = (facts: Facts): Rect | undefined => {
  if (facts.policy.frame.scope === "window") return lastViewable(facts)?.geometry;
  const display = facts.observations?.at(-1)?.display;
  return display === undefined ? undefined : { x: 0, y: 0, ...display };
};
