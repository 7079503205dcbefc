import { endTurn, turn } from "../../../src/agent/testing/index.ts";
import { actions } from "../../agent/refusals/actions.ts";
import { after, click, effects, type Case } from "../../agent/refusals/case.ts";
import { dispatches } from "../../agent/refusals/dispatch.ts";
import { frames } from "../../agent/refusals/frames.ts";
import { opening } from "../../agent/refusals/opening.ts";
import type { Scenario } from "./plant.ts";

const cases: readonly Case[] = [...opening, ...actions, ...frames, ...dispatches];
const when = (words: string): Scenario => {
  const found = cases.find((given) => given.when.includes(words));
  if (found === undefined) throw new Error(`no case is about ${words}`);
  return found;
};
const external: Scenario = { hooks: () => effects({ class: "external" }) };
const changed: Scenario = {
  turns: ({ desktop }) => [
    after(() => {
      desktop.world.pixels += 1;
    }, click),
    turn(click),
    endTurn(),
  ],
};

/** A bug that is planted by name in a mock of the machine's module, the world in which it shows, and the law that finds it. */
export type TransitionBug = {
  readonly law: string;
  readonly bug: string;
  readonly world: Scenario;
  readonly found: string;
  /** The host's signal fires while the planner thinks. */
  readonly stop?: true;
};

/** Bugs in the transitions of the machine: a look, a question or a record that is left out. */
export const aboutTransitions: readonly TransitionBug[] = [
  { law: "A13", bug: "no look after a decision", world: external, found: "reobservation" },
  { law: "A44", bug: "no commitment to the frame", world: {}, found: "seals" },
  { law: "A50", bug: "dispatch before the ledger has it", world: when("an intent cannot be journaled"), found: "journal" },
  { law: "A50", bug: "an action that is not counted", world: {}, found: "used" },
  {
    law: "A23",
    bug: "a retry",
    world: { world: ({ desktop }) => void desktop.outcomes.push({ outcome: "precondition_failed", differences: ["keymap"] }) },
    found: "outcome",
  },
  { law: "A25", bug: "a surplus that does not matter", world: when("a file changed that was not named"), found: "surplus" },
  {
    law: "A25",
    bug: "half an action that is not looked at",
    world: when("the executor answers misdelivered half-way"),
    found: "surplus",
  },
  { law: "A47", bug: "half an action that counts as a whole", world: when("focus differs half-way"), found: "outcome" },
  { law: "A12", bug: "the old frame again", world: changed, found: "replan" },
  {
    law: "A23",
    bug: "a final refusal that is not",
    world: { world: ({ desktop }) => void desktop.outcomes.push({ outcome: "misdelivered" }) },
    found: "refusal",
  },
  { law: "A29", bug: "a delay that is made up", world: {}, found: "cancellation", stop: true },
  { law: "A44", bug: "no clean-up", world: {}, found: "cleanup" },
  { law: "A7", bug: "tokens for nothing", world: {}, found: "used" },
  { law: "A27", bug: "done when the model says so", world: {}, found: "completion" },
  {
    law: "A16",
    bug: "a run that only looks asks somebody",
    world: {
      policy: { actions: ["screenshot"], files: { read: [], write: [] }, outputs: [] },
      turns: () => [turn({ type: "screenshot" }), endTurn()],
    },
    found: "run-decision",
  },
  {
    law: "A21",
    bug: "a typed character in clear",
    world: { turns: () => [turn({ type: "key", chord: "a", repeat: 1 }), endTurn()] },
    found: "sealing",
  },
  { law: "A24", bug: "effects that the model would like", world: external, found: "action-preview" },
  { law: "A28", bug: "a stop that stops nothing", world: {}, found: "cancellation", stop: true },
  { law: "A17", bug: "a run that nobody is asked about", world: {}, found: "run-decision" },
  { law: "A15", bug: "a run preview's digest that is another's", world: {}, found: "run-preview" },
  { law: "A20", bug: "one digest for all previews", world: external, found: "action-preview" },
  { law: "A22", bug: "one digest for all primitives", world: {}, found: "primitive" },
  {
    law: "policy",
    bug: "no end of the policy",
    world: {
      policy: { notAfter: "2026-11-30T00:53:21Z" },
      turns: ({ clock }) => [after(() => clock.advanceMs(2000), click), endTurn()],
    },
    found: "expiry",
  },
];
