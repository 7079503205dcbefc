import { expect, test, vi } from "vitest";
import type { Step } from "../../src/core/state.ts";
import { endTurn, turn } from "../../src/agent/testing/index.ts";
import { actions } from "../agent/refusals/actions.ts";
import { dispatches } from "../agent/refusals/dispatch.ts";
import { after, click, effects, type Case } from "../agent/refusals/case.ts";
import { frames } from "../agent/refusals/frames.ts";
import { opening } from "../agent/refusals/opening.ts";
import { checksThatFind, type Scenario } from "./planted/plant.ts";

/** Which bug the machine has at the moment: none, but while its own test runs. */
const planted = vi.hoisted(() => ({ bug: "" }));
const has = (bug: string): boolean => planted.bug === bug;
const lastKind = (step: Step): string => step.outputs.at(-1)?.kind ?? "";

vi.mock(import("../../src/core/machine/deciding.ts"), async (original) => {
  const real = await original();
  const { toRefreshing } = await import("../../src/core/machine/admitting.ts");
  return {
    ...real,
    deciding: (state, input) => {
      const step = real.deciding(state, input);
      return has("no look after a decision") && lastKind(step) === "observe" ? toRefreshing(step.state) : step;
    },
    resolving: (state, input) => {
      const step = real.resolving(state, input);
      if (!has("no commitment to the frame")) return step;
      const { unsealed: _, ...rest } = step.state;
      return { ...step, state: rest };
    },
  };
});

vi.mock(import("../../src/core/machine/admitting.ts"), async (original) => {
  const real = await original();
  const { request } = await import("../../src/core/machine/requests.ts");
  const { sealThen } = await import("../../src/core/machine/framing.ts");
  return {
    ...real,
    admitting: (state, input) =>
      real.admitting(state, has("dispatch before the ledger has it") ? { ...input, durable: true } : input),
    dispatching: (state, input) => {
      const { admission } = state.pending;
      if (has("a retry") && input.outcome.outcome === "precondition_failed" && admission !== undefined)
        return request(state, "dispatching", "dispatch", { admission });
      const half = input.outcome.outcome === "partial" ? input.outcome.stoppedBy : input.outcome;
      if (has("half an action that is not looked at")) return real.dispatching(state, { ...input, outcome: half });
      const step = real.dispatching(state, input);
      return has("an action that is not counted") ? { ...step, state: { ...step.state, actions: state.actions - 1 } } : step;
    },
    checking: (state, input) => {
      if (has("a surplus that does not matter")) return sealThen(state, "frame");
      if (has("half an action that counts as a whole")) return sealThen(state, "frame");
      return real.checking(state, input);
    },
  };
});

vi.mock(import("../../src/core/machine/framing.ts"), async (original) => {
  const real = await original();
  const { request, refuseOutput } = await import("../../src/core/machine/requests.ts");
  return {
    ...real,
    refuse: (state, codes) => {
      if (has("the old frame again") && state.planFrame !== undefined)
        return request(
          { ...state, steps: state.steps + 1, askedToPlanAt: state.at },
          "planning",
          "plan",
          { frameId: state.planFrame.id, outputTokensMax: 1, tokensLeft: 1, refused: [] },
          [refuseOutput(state, [...codes], true)],
        );
      if (!has("a final refusal that is not")) return real.refuse(state, codes);
      const next = real.toFraming(state);
      return { ...next, outputs: [refuseOutput(state, [...codes], true), ...next.outputs] };
    },
  };
});

vi.mock(import("../../src/core/machine/ending.ts"), async (original) => {
  const real = await original();
  return {
    ...real,
    endCancelled: (state, abortedAt) => real.endCancelled(state, has("a delay that is made up") ? state.at : abortedAt),
    ending: (state, input) =>
      has("no clean-up") && state.awaiting === "release"
        ? { state: { ...state, phase: "closed", awaiting: null }, outputs: [{ kind: "close" }] }
        : real.ending(state, input),
  };
});

vi.mock(import("../../src/core/machine/planning.ts"), async (original) => {
  const real = await original();
  return { ...real, chargeOf: (input, reserved) => (has("tokens for nothing") ? 0 : real.chargeOf(input, reserved)) };
});

vi.mock(import("../../src/core/machine/completing.ts"), async (original) => {
  const real = await original();
  const { endCompleted } = await import("../../src/core/machine/ending.ts");
  return {
    ...real,
    toFinalFraming: (state) => (has("done when the model says so") ? endCompleted(state) : real.toFinalFraming(state)),
  };
});

vi.mock(import("../../src/core/machine/opening.ts"), async (original) => {
  const real = await original();
  const { toFraming } = await import("../../src/core/machine/framing.ts");
  return {
    ...real,
    attesting: (state, input) => {
      const step = real.attesting(state, input);
      if (!has("a run that nobody is asked about") || lastKind(step) !== "decideRun") return step;
      const next = toFraming(step.state);
      return { ...next, outputs: [...step.outputs.slice(0, -1), ...next.outputs] };
    },
  };
});

vi.mock(import("../../src/core/digests.ts"), async (original) => {
  const real = await original();
  const other = "7".repeat(64);
  return {
    ...real,
    runPreviewDigest: (preview) => (has("a run preview's digest that is another's") ? other : real.runPreviewDigest(preview)),
    actionPreviewDigest: (preview) => (has("one digest for all previews") ? other : real.actionPreviewDigest(preview)),
    primitiveDigest: (action) => (has("one digest for all primitives") ? other : real.primitiveDigest(action)),
  };
});

vi.mock(import("../../src/core/controls/expiry.ts"), async (original) => {
  const real = await original();
  return { ...real, expiry: (facts) => (has("no end of the policy") ? [] : real.expiry(facts)) };
});

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

const bugs: readonly { law: string; bug: string; world: Scenario; found: string; stop?: true }[] = [
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

/** A stop whose delay is not zero: the signal fires in a hook, and time passes before the run can take notice. */
const stopping = (world: Scenario, controller: AbortController): Scenario => ({
  ...world,
  turns: ({ clock }) => [
    after(() => {
      controller.abort();
      clock.advanceMs(5);
    }, click),
  ],
});

test.each(bugs)("$law: $bug", async ({ bug, world, found, stop }) => {
  const once = async () => {
    const controller = new AbortController();
    return checksThatFind(stop === true ? stopping(world, controller) : world, () => controller.signal);
  };
  expect(await once(), "the right machine's run verifies").toEqual([]);
  planted.bug = bug;
  const checks = await once().finally(() => {
    planted.bug = "";
  });
  expect(checks).not.toContain("admissibility.replay");
  expect(checks).toContain(`admissibility.${found}`);
});
