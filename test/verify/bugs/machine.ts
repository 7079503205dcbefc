import type { MachineInput } from "../../../src/contract/inputs.ts";
import type { State } from "../../../src/core/state.ts";
import { effects } from "../../agent/refusals/case.ts";
import { clicked, destructive, external, handler, misread, nothing, type Bug, type Step } from "./bug.ts";

/** Phases that skip a step, or misread what came in. */
export const machine: readonly Bug[] = [
  misread(
    "A11 the fresh frame is said to be equal",
    "admissibility.fresh-frame",
    "admitting",
    "refreshing",
    (input) => ("frame" in input ? { frame: { ...input.frame, equal: true } } : {}),
    ["frame_changed"],
  ),
  misread(
    "an intent that is not durable is dispatched",
    "admissibility.journal",
    "admitting",
    "admitting",
    () => ({ durable: true }),
    ["journal_unavailable"],
  ),
  misread(
    "A25 a surplus is overlooked",
    "admissibility.surplus",
    "admitting",
    "checking",
    () => ({ surplus: { origins: 0, writes: 0 } }),
    ["effects_incomplete"],
  ),
  misread(
    "A23 an outcome is taken for sent",
    "admissibility.outcome",
    "admitting",
    "dispatching",
    () => ({ outcome: { outcome: "dispatched", deliveredTo: "target", eventsSent: 2, grabUs: 1 } }),
    ["misdelivered", "input_grabbed", "outcome_unknown"],
  ),
  misread(
    "A20 a preview's nonce is always the same",
    "admissibility.action-preview",
    "deciding",
    "resolving",
    () => ({ nonce: "0".repeat(32) }),
    [],
    [clicked()],
  ),
  misread(
    "A24 effects are taken to be none",
    "admissibility.action-preview",
    "deciding",
    "resolving",
    () => ({ effects: { class: "none", origins: [], reads: [], writes: [], complete: true } }),
    [],
    [external],
  ),
  {
    name: "A13 nothing is observed after a decision",
    law: "admissibility.reobservation",
    file: "machine/deciding.ts",
    plant: (real) => ({
      deciding: (state: State, input: MachineInput) => {
        const next = handler(real, "deciding")(state, input);
        const observed = next.state.phase === "reobserving" && state.observation !== undefined;
        return observed
          ? handler(real, "reobserving")(next.state, { ...input, kind: "observed", observation: state.observation })
          : next;
      },
    }),
    codes: [],
    make: [external],
  },
  {
    name: "A19 a step-up is never asked for",
    law: "admissibility.step-up",
    file: "controls/decisions.ts",
    plant: () => ({ stepUp: nothing }),
    codes: [],
    make: [{ ...destructive, hooks: () => ({ ...effects({ class: "destructive" }), stepUp: async () => undefined }) }],
  },
  {
    name: "A15 the run preview shows less than the authority",
    law: "admissibility.run-preview",
    file: "machine/opening.ts",
    plant: (real) => ({
      attesting: (state: State, input: MachineInput) => {
        const next = handler(real, "attesting")(state, input);
        for (const output of next.outputs)
          if (output.kind === "previewRun")
            output.preview = { ...output.preview, authority: { ...output.preview.authority, actions: [] } };
        return next;
      },
    }),
    codes: [],
    make: [clicked()],
  },
  {
    name: "A12 the old frame is handed back",
    law: "admissibility.replan",
    file: "machine/framing.ts",
    plant: (real) => ({
      framing: (state: State, input: MachineInput) => {
        const next = handler(real, "framing")(state, input);
        for (const output of next.outputs)
          if (output.kind === "plan" && state.planFrame !== undefined) output.frameId = state.planFrame.id;
        return next;
      },
    }),
    codes: ["frame_changed"],
  },
  {
    name: "A22 the primitive's digest is of something else",
    law: "admissibility.primitive",
    file: "digests.ts",
    plant: () => ({ primitiveDigest: () => "0".repeat(64) }),
    codes: [],
    make: [clicked()],
  },
  {
    name: "A27 the model's end-turn completes the run",
    law: "admissibility.completion",
    file: "machine/completing.ts",
    plant: (real) => ({
      completing: (state: State) => {
        const input = {
          kind: "completionChecked",
          result: {
            verifier: 0,
            checks: state.policy.completion.requiredChecks.map((_, required) => ({
              required,
              passed: true,
              evidenceDigest: "a".repeat(64),
            })),
            outputs: [],
          },
        };
        return handler(real, "completing")(state, input as unknown as MachineInput);
      },
    }),
    codes: ["completion_model_only"],
  },
  {
    name: "the use of tokens is said to be nothing",
    law: "admissibility.used",
    file: "machine/ending.ts",
    plant: (real) => ({
      endCompleted: (state: State) => (real["endCompleted"] as unknown as (state: State) => Step)({ ...state, tokens: 0 }),
    }),
    codes: [],
    make: [clicked()],
  },
  {
    name: "A29 a late acknowledgement is said to be at once",
    law: "admissibility.cancellation",
    file: "machine/ending.ts",
    plant: (real) => ({
      endCancelled: (state: State) =>
        (real["endCancelled"] as unknown as (state: State, abortedAt: number) => Step)(state, state.at),
    }),
    codes: [],
    cancelled: true,
  },
];
