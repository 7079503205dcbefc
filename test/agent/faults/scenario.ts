import { ComputerUseAgent, type RunOutcome } from "../../../src/agent/index.ts";
import type { RunRecord } from "../../../src/agent/ports.ts";
import { approving, endTurn, fakeHost, fakePolicy, scriptedPlanner, seededNonces, turn } from "../../../src/agent/testing/index.ts";
import { click, effects } from "../refusals/case.ts";
import { bench, type Bench } from "../run.ts";
import type { Call, Instrument } from "./instrument.ts";

export type Faulted = {
  readonly outcome: RunOutcome | undefined;
  /** What the run's outcome rejected with, if it did. */
  readonly error: unknown;
  readonly record: RunRecord | undefined;
  readonly calls: readonly Call[];
  /** Dispatches that reached the desktop, with the place of their call. */
  readonly dispatches: readonly number[];
  readonly parts: Bench;
};

/** Lets all that is under way come to rest: late answers arrive, and must reach nobody. */
export const rest = async (): Promise<void> => {
  for (let round = 0; round < 4; round += 1) await new Promise((resolve) => setImmediate(resolve));
};

const far = 1_900_000_000_000;

/**
 * A run that uses every port: the planner and a person look at pictures, a wait, two clicks on one place, a text that needs both
 * decisions, and completion.
 */
export const runWith = async (instrument: Instrument, begin: (parts: Bench) => void = () => undefined): Promise<Faulted> => {
  const parts = bench();
  begin(parts);
  const { clock, desktop, journal, receipts } = parts;
  let asked = 0;
  const destructive = effects({ class: "destructive" });
  const approve = approving("operator", far);
  const hooks = fakeHost(desktop, clock, {
    resolveEffects: async (request) => {
      asked += 1;
      return asked % 3 === 0 ? destructive.resolveEffects(request) : effects({}).resolveEffects(request);
    },
    confirmAction: async (question) => {
      await question.picture();
      return approve(question);
    },
  });
  const scripted = scriptedPlanner([
    async ({ frame }) => {
      await frame.picture();
      return turn({ type: "wait", ms: 10 }, click, click);
    },
    () => {
      // The smallest interval between two actions passes.
      clock.advanceMs(10);
      return turn({ type: "type", text: "amount" });
    },
    endTurn(),
  ]);
  const agent = new ComputerUseAgent(
    instrument.parts({ clock, nonces: seededNonces(1), desktop, planner: scripted, journal, receipts, hooks }),
  );
  const { outcome, error } = await agent.run("fill in the form", { policy: fakePolicy() }).outcome.then(
    (given) => ({ outcome: given, error: undefined }),
    (thrown: unknown) => ({ outcome: undefined, error: thrown }),
  );
  const dispatches = instrument.calls.filter(({ name }) => name === "desktop.dispatch").map(({ place }) => place);
  return { outcome, error, record: receipts.records[0], calls: [...instrument.calls], dispatches, parts };
};
