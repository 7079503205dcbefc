import { turn } from "../../../src/agent/testing/index.ts";
import { limits } from "../../agent/limits.ts";
import { dropped, reaching, without, type Bug } from "./bug.ts";

/** Bugs in what a run may use, act on, and call done. */
export const aboutRuns: readonly Bug[] = [
  {
    law: "A13",
    bug: "a window that moved will do",
    control: "window",
    plant: without("target_changed"),
    world: reaching("target_changed", "moves"),
    found: "target",
  },
  {
    law: "A7",
    bug: "one step too many",
    control: "stepBudget",
    plant: dropped,
    world: { policy: { limits: limits({ stepsMax: 1 }) } },
    found: "budget",
  },
  {
    law: "A7",
    bug: "one action too many",
    control: "actionBudget",
    plant: () => (facts) => ((facts.budget?.actions ?? 0) > facts.policy.limits.actionsMax ? ["budget_actions"] : []),
    world: reaching("budget_actions"),
    found: "budget",
  },
  {
    law: "A7",
    bug: "one action too many in a minute",
    control: "paceBudget",
    plant: without("budget_rate"),
    world: reaching("budget_rate"),
    found: "budget",
  },
  {
    law: "A7",
    bug: "no interval",
    control: "paceBudget",
    plant: without("budget_interval"),
    world: reaching("budget_interval"),
    found: "budget",
  },
  {
    law: "A7",
    bug: "output without a ceiling",
    control: "callBudget",
    plant: without("budget_output_tokens"),
    world: reaching("budget_output_tokens"),
    found: "budget",
  },
  {
    law: "A7",
    bug: "malformed usage will do",
    control: "callBudget",
    plant: without("usage_malformed"),
    world: reaching("usage_malformed", "negative"),
    found: "budget",
  },
  {
    law: "A11",
    bug: "a changed screen will do",
    control: "frame",
    plant: without("frame_changed"),
    world: reaching("frame_changed"),
    found: "fresh-frame",
  },
  {
    law: "A12",
    bug: "an old frame will do",
    control: "frame",
    plant: without("frame_too_old"),
    world: reaching("frame_too_old", "planner"),
    found: "fresh-frame",
  },
  {
    law: "A11",
    bug: "a moving screen will do",
    control: "stillness",
    plant: dropped,
    world: reaching("frame_unsettled"),
    found: "replan",
  },
  {
    law: "A14",
    bug: "a focus that comes while we look will do",
    control: "focus",
    plant: (real) => (facts) => real({ ...facts, observations: facts.observations?.slice(-1) }),
    world: {
      hooks: ({ desktop }) => {
        let looks = 0;
        return {
          observeTarget: async () => {
            looks += 1;
            const { observation } = desktop.world;
            // 1 opens the run, 2 and 3 stand around the planned frame, 4 before the fresh one.
            return looks === 4 ? { ...observation, focus: { kind: "root" as const } } : observation;
          },
        };
      },
    },
    found: "target",
  },
  {
    law: "A13",
    bug: "focus elsewhere will do",
    control: "focus",
    plant: dropped,
    world: reaching("focus_elsewhere"),
    found: "target",
  },
  {
    law: "A13",
    bug: "any surface will do",
    control: "surface",
    plant: without("point_not_in_target"),
    world: reaching("point_not_in_target", "another"),
    found: "surface",
  },
  {
    law: "A12",
    bug: "a click where nothing is compared will do",
    control: "surface",
    plant: without("point_in_ignored_region"),
    world: reaching("point_in_ignored_region", "an ignored"),
    found: "surface",
  },
  {
    law: "A26",
    bug: "a failed check will do",
    control: "completion",
    plant: without("completion_check_failed"),
    world: reaching("completion_check_failed"),
    found: "completion",
  },
  {
    law: "A26",
    bug: "evidence that is none will do",
    control: "completion",
    plant: without("completion_evidence_invalid"),
    world: reaching("completion_evidence_invalid"),
    found: "completion",
  },
  {
    law: "A26",
    bug: "any verifier will do",
    control: "completion",
    plant: without("completion_verifier_not_allowed"),
    world: reaching("completion_verifier_not_allowed"),
    found: "completion",
  },
  {
    law: "A27",
    bug: "the model's word will do",
    control: "completion",
    plant: without("completion_model_only"),
    world: reaching("completion_model_only"),
    found: "completion",
  },
  {
    law: "K5",
    bug: "a model may repeat itself for ever",
    control: "progress",
    plant: dropped,
    world: { turns: () => Array.from({ length: 4 }, () => turn({ type: "screenshot" })) },
    found: "progress",
  },
];
