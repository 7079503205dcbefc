import { approving, denying, turn } from "../../../src/agent/testing/index.ts";
import type { ActionQuestion, ComputerUseRunControlHooks } from "../../../src/agent/hooks.ts";
import type { RawDecision } from "../../../src/contract/decision.ts";
import type { Bench } from "../run.ts";
import { after, click, effects, type Case } from "./case.ts";

type Changed = (good: RawDecision) => RawDecision | undefined;
const far = 1_900_000_000_000;

const confirm = (change: Changed): Partial<ComputerUseRunControlHooks> => ({
  ...effects({ class: "external" }),
  confirmAction: async (question: ActionQuestion) => change(await approving("operator", far)(question)),
});
const stepUp = (change: Changed): Partial<ComputerUseRunControlHooks> => ({
  ...effects({ class: "irreversible" }),
  stepUp: async (question: ActionQuestion) => change(await approving("operator", far)(question)),
});
const fails = (): never => {
  throw new Error("the person went home");
};
/** Gives the first decision again, for a later, identical action. */
const replay = () => {
  let first: RawDecision | undefined;
  return confirm((good) => (first ??= good));
};
const hooks = (given: Partial<ComputerUseRunControlHooks>) => () => given;
const otherDigest = "1".repeat(64);
const otherNonce = "1".repeat(32);

export const decisions: readonly Case[] = [
  { code: "run_decision_absent", when: "nobody decides on the run", hooks: hooks({ confirmRun: async () => undefined }) },
  { code: "run_decision_unknown", when: "confirmRun throws", hooks: hooks({ confirmRun: async () => fails() }) },
  { code: "run_denied", when: "the run is denied", hooks: hooks({ confirmRun: denying("operator", far) }) },
  {
    code: "decision_actor_not_allowed",
    when: "the run is approved by someone else",
    hooks: hooks({ confirmRun: approving("passer-by", far) }),
  },
  { code: "decision_absent", when: "nobody decides on an external action", hooks: hooks(confirm(() => undefined)) },
  { code: "decision_unknown", when: "confirmAction throws", hooks: hooks(confirm(fails)) },
  {
    code: "decision_unknown",
    when: "confirmAction answers yes as a word",
    hooks: hooks({ ...effects({ class: "external" }), confirmAction: async () => "approved" as unknown as RawDecision }),
  },
  { code: "decision_denied", when: "the action is denied", hooks: hooks(confirm((good) => ({ ...good, decision: "deny" }))) },
  {
    code: "decision_actor_not_allowed",
    when: "the actor is not listed",
    hooks: hooks(confirm((good) => ({ ...good, actor: "passer-by" }))),
  },
  {
    code: "decision_replayed",
    when: "the first action's decision comes again",
    hooks: () => replay(),
    turns: (parts) => [
      turn(click),
      after(() => {
        parts.desktop.world.pixels += 1;
      }),
      turn(click),
    ],
  },
  {
    code: "decision_digest_mismatch",
    when: "the digest is another",
    hooks: hooks(confirm((good) => ({ ...good, previewDigest: otherDigest }))),
  },
  {
    code: "decision_nonce_mismatch",
    when: "the nonce is another",
    hooks: hooks(confirm((good) => ({ ...good, nonce: otherNonce }))),
  },
  {
    code: "decision_expired",
    when: "the decision had ended when it came",
    hooks: ({ clock }: Bench) => confirm((good) => ({ ...good, expiresAtMs: clock.wallMs() })),
  },
  { code: "step_up_absent", when: "nobody steps up", hooks: hooks(stepUp(() => undefined)) },
  { code: "step_up_denied", when: "the step-up is denied", hooks: hooks(stepUp((good) => ({ ...good, decision: "deny" }))) },
  {
    code: "step_up_denied",
    when: "the step-up is for another preview",
    hooks: hooks(stepUp((good) => ({ ...good, previewDigest: otherDigest }))),
  },
  { code: "step_up_unknown", when: "stepUp throws", hooks: hooks(stepUp(fails)) },
];
