import type { Difference, DispatchOutcome } from "../../../src/contract/dispatch.ts";
import { codeOfDifference, difference } from "../../../src/contract/dispatch.ts";
import { endTurn, turn } from "../../../src/agent/testing/index.ts";
import type { RefusalCode } from "../../../src/contract/refusals.ts";
import type { Bench } from "../run.ts";
import type { Case } from "./case.ts";

const answers =
  (outcome: DispatchOutcome) =>
  ({ desktop }: Bench): void =>
    void desktop.outcomes.push(outcome);
const failed = (name: Difference): DispatchOutcome => ({ outcome: "precondition_failed", differences: [name] });

const outcomes = [
  "primitive_spent",
  "grab_pierced",
  "input_grabbed",
  "misdelivered",
  "delivery_unknown",
  "paste_hijacked",
  "outcome_unknown",
  "text_unrepresentable",
  "key_not_known",
  "coordinate_out_of_range",
  "action_bound_exceeded",
] as const satisfies readonly RefusalCode[];

type StoppedBy = Extract<DispatchOutcome, { outcome: "partial" }>["stoppedBy"];
const half = (stoppedBy: StoppedBy): DispatchOutcome => ({
  outcome: "partial",
  segmentsSent: 1,
  segments: 3,
  eventsSent: 2,
  stoppedBy,
});
const halves = ["grab_pierced", "input_grabbed", "misdelivered", "delivery_unknown", "outcome_unknown"] as const;

export const dispatches: readonly Case[] = [
  ...outcomes.map((outcome): Case => ({ code: outcome, when: `the executor answers ${outcome}`, world: answers({ outcome }) })),
  ...difference.options.map((name): Case => ({
    code: codeOfDifference[name],
    when: `${name} differs under the grab`,
    world: answers(failed(name)),
  })),
  ...halves.map((outcome): Case => ({
    code: outcome,
    when: `the executor answers ${outcome} half-way`,
    world: answers(half({ outcome })),
    turns: () => [turn({ type: "type", text: "a long one" }), endTurn()],
  })),
  ...difference.options.map((name): Case => ({
    code: codeOfDifference[name],
    when: `${name} differs half-way`,
    world: answers(half({ outcome: "precondition_failed", differences: [name] })),
    turns: () => [turn({ type: "type", text: "a long one" }), endTurn()],
  })),
  {
    code: "effects_incomplete",
    when: "half an action changed what was not named",
    world: answers(half({ outcome: "precondition_failed", differences: ["focus"] })),
    turns: () => [turn({ type: "type", text: "a long one" }), endTurn()],
    hooks: () => ({ observeChanges: async () => ({ origins: [], writes: ["/task/out/other"] }) }),
  },
  {
    code: "outcome_unknown",
    when: "the executor fails",
    world: ({ desktop }) => {
      desktop.dispatch = async () => {
        throw new Error("lost");
      };
    },
  },
];
