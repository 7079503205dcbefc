import type { RawAttestation, Cleanup, Allowlists } from "../contract/attestation.js";
import { identifier } from "../contract/forms.js";
import type { Action } from "../contract/actions.js";
import type { RawDecision } from "../contract/decision.js";
import type { RawCompletion, RawEffects } from "../contract/effects.js";
import type { Observation, RawObservation } from "../contract/observation.js";
import type { ComputerUseRunPolicy } from "../contract/policy.js";
import type { ActionPreview, RunPreview } from "../contract/preview.js";
import type { Presentation } from "../core/presentation.js";
import { ComputerUseError } from "../contract/errors.js";
import type { Picture } from "./ports.js";

/**
 * What the host that owns the desktop must supply. Every one is required; none has a default that approves anything. Each may
 * answer `undefined` (absent) or throw (unknown): both refuse, with different codes.
 */
export interface ComputerUseRunControlHooks {
  /** Name of the host service behind the hooks, 1 to 64 of `A-Z a-z 0-9 . _ : @ -`; part of the control digest. */
  readonly identity: string;
  /** The real target, its title, the focus and its ancestry, as the host sees them now. */
  observeTarget(request: { policy: ComputerUseRunPolicy; signal: AbortSignal }): Promise<RawObservation>;
  /** A measured attestation of the process that owns the target window. */
  attestConfinement(request: {
    policy: ComputerUseRunPolicy;
    policyDigest: string;
    allowlists: Allowlists;
    process: { pid: number; startTicks: number };
    signal: AbortSignal;
  }): Promise<RawAttestation | undefined>;
  confirmRun(request: { preview: RunPreview; digest: string; signal: AbortSignal }): Promise<RawDecision | undefined>;
  confirmAction(request: ActionQuestion): Promise<RawDecision | undefined>;
  stepUp(request: ActionQuestion): Promise<RawDecision | undefined>;
  /** Every effect of one action, named from the target's identity and the point, never from a planner's words. */
  resolveEffects(request: {
    action: Action;
    target: Observation;
    policy: ComputerUseRunPolicy;
    signal: AbortSignal;
  }): Promise<RawEffects | undefined>;
  /**
   * What really changed (output files, egress) since it was last asked, as far as the host can see: paths as the target sees them.
   * What is more than this action's effects name ends the run.
   */
  observeChanges(request: {
    action: Action;
    effects: RawEffects;
    signal: AbortSignal;
  }): Promise<{ origins: string[]; writes: string[] }>;
  /** Named checks with evidence digests, by a program or person, never by a model. */
  verifyCompletion(request: { policy: ComputerUseRunPolicy; signal: AbortSignal }): Promise<RawCompletion | undefined>;
  /** Tears down what the host started for the run and says, measured, what is left. */
  cleanUp(request: { runId: string; signal: AbortSignal }): Promise<Cleanup>;
}

export type ActionQuestion = {
  readonly preview: ActionPreview;
  readonly digest: string;
  /** The text in clear, for the person's eyes; `checkPresentation` proves that it is what the digest covers. */
  readonly presentation: Presentation | undefined;
  readonly picture: () => Promise<Picture>;
  readonly signal: AbortSignal;
};

const names = [
  "observeTarget",
  "attestConfinement",
  "confirmRun",
  "confirmAction",
  "stepUp",
  "resolveEffects",
  "observeChanges",
  "verifyCompletion",
  "cleanUp",
] as const satisfies readonly (keyof ComputerUseRunControlHooks)[];

/** Throws `hooks_absent`, naming each missing hook. Nothing stands in for a missing one (A1, K1). */
export const requireHooks = (hooks: ComputerUseRunControlHooks | undefined): ComputerUseRunControlHooks => {
  const given = hooks as Partial<Record<string, unknown>> | undefined | null;
  const missing = names.filter((name) => typeof given?.[name] !== "function");
  // It stands in the receipt, whose strings have closed formats: better to hear of it now than when the run is over.
  const nameless = identifier.safeParse(given?.["identity"]).success ? [] : ["identity"];
  if (hooks === undefined || hooks === null || missing.length + nameless.length > 0)
    throw new ComputerUseError(
      "hooks_absent",
      `the host's hooks are not complete; missing: ${[...nameless, ...missing].join(", ")}. Supply each of them: none has a default.`,
    );
  return hooks;
};
