import type { RefusalCode } from "../refusals.js";

/** What a profile asks of a receipt beyond being true: which proofs must be in it. */
export type Profile = {
  /** Keys of role `fixture` may sign. They are worthless elsewhere, so only a profile that says so takes them. */
  readonly fixtureKeys: boolean;
  readonly cleanTree: boolean;
  readonly completed: boolean;
  /** Groups of confinement probes of which at least one must be there. */
  readonly probeGroups: readonly string[];
  readonly refusals: readonly RefusalCode[];
  /** Independent checks that must have passed, by name. */
  readonly checks: readonly string[];
  readonly publicOutput: boolean;
  readonly cleanedUp: boolean;
};

export const profiles = {
  "fixture-live": {
    fixtureKeys: true,
    cleanTree: true,
    completed: true,
    probeGroups: ["net", "files", "unix", "x11"],
    refusals: [
      "title_mismatch",
      "focus_elsewhere",
      "focus_root",
      "decision_replayed",
      "step_up_absent",
      "action_type_not_allowed",
      "origin_not_allowed",
      "read_not_allowed",
      "write_not_allowed",
      "frame_changed",
      "budget_interval",
      "completion_model_only",
      "completion_check_failed",
      "completion_evidence_invalid",
    ],
    checks: [
      "confinement",
      "confinement-routes",
      "confinement-mounts",
      "confinement-listeners",
      "confinement-cookie",
      "attestation",
      "attestation-honest",
      "attestation-seccomp-off",
      "attestation-extra-bind",
      "attestation-shared-network",
      "attestation-another-process",
      "attestation-another-run",
      "attestation-expired",
      "attestation-logical",
      "observation",
      "authority",
      "observation-wire",
      "stale-frame",
      "focus-theft",
      "change-while-asked",
      "interval",
      "decision-reuse",
      "step-up",
      "single-attempt",
      "effects",
      "commit",
      "completion",
      "interrupt",
      "cleanup",
      "interrupt-provider",
      "interrupt-observe",
      "interrupt-attest",
      "interrupt-capture",
      "interrupt-run-decision",
      "interrupt-action-decision",
      "interrupt-step-up",
      "interrupt-executor",
      "interrupt-completion",
      "interrupt-batch",
      "wrong-application",
      "wrong-digest",
      "wrong-title",
      "sibling-window",
      "sibling-focus",
      "looking",
      "executor-fails",
      "effect-omitted",
    ],
    publicOutput: true,
    cleanedUp: true,
  },
} as const satisfies Record<string, Profile>;
export type ProfileName = keyof typeof profiles;
export const profileNames = Object.keys(profiles) as readonly ProfileName[];
