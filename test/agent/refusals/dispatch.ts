import type { Difference, DispatchOutcome } from "../../../src/contract/dispatch.ts";
import { codeOfDifference, difference } from "../../../src/contract/dispatch.ts";
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

export const dispatches: readonly Case[] = [
  ...outcomes.map((outcome): Case => ({ code: outcome, when: `the executor answers ${outcome}`, world: answers({ outcome }) })),
  ...difference.options.map((name): Case => ({
    code: codeOfDifference[name],
    when: `${name} differs under the grab`,
    world: answers(failed(name)),
  })),
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
