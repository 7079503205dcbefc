import { ComputerUseAgent, type RunOutcome } from "../../src/agent/index.ts";
import type { Planner, RunRecord } from "../../src/agent/ports.ts";
import { ManualClock, MemoryJournal, MemoryReceipts, endTurn, seededNonces } from "../../src/agent/testing/index.ts";
import type { ReceiptEvent } from "../../src/contract/receipt/index.ts";
import { gremlinsOf } from "./gremlins/index.ts";
import { simHost } from "./hooks.ts";
import { simPlanner } from "./planner.ts";
import { randomPolicy } from "./policy.ts";
import { random } from "./random.ts";
import { eventsIn } from "./replay.ts";
import type { Sim } from "./sim.ts";
import { SimDesktop } from "./world.ts";

export type Simulated = {
  readonly seed: number;
  readonly gremlins: readonly string[];
  readonly outcome: RunOutcome;
  /** The record that a receipt is made of; a run that was never opened has none. */
  readonly record: RunRecord | undefined;
  /** The record's lines, read back. */
  readonly events: readonly ReceiptEvent[];
  readonly dispatched: number;
};

/** The planner for so many calls, and then one that says at once that it is done. */
const shortened = (planner: Planner, calls: number): Planner => {
  let called = 0;
  return {
    identity: planner.identity,
    plan: (request, signal) => {
      called += 1;
      return called > calls ? Promise.resolve(endTurn()) : planner.plan(request, signal);
    },
  };
};

/** What is left out of a run, so that a failing one can be shrunk. Nothing is, as a rule. */
export type Cut = {
  /** Names of gremlins that stay away. */
  readonly without?: readonly string[];
  /** Planner calls after which the planner only ends its turn. */
  readonly calls?: number;
};

/** One whole run through the real agent: everything random in it follows from the seed. */
export const simulate = async (seed: number, { without = [], calls = Infinity }: Cut = {}): Promise<Simulated> => {
  const rng = random(seed);
  const clock = new ManualClock({ us: rng.int(1, 1e12), wallMs: 1_796_000_000_000 });
  const desktop = new SimDesktop(rng, clock);
  const sim: Sim = {
    rng,
    clock,
    desktop,
    journal: new MemoryJournal(),
    controller: new AbortController(),
    policy: randomPolicy(rng, seed),
    hooks: simHost(rng, clock, desktop, () => sim.goal),
    goal: rng.int(2, 4),
    onPlan: [],
    tricks: [],
    usage: [],
  };
  desktop.restless = rng.pick([0, 0, 0.03]);
  const gremlins = gremlinsOf(seed).filter(({ name }) => !without.includes(name));
  for (const gremlin of gremlins) gremlin.install(sim);
  const receipts = new MemoryReceipts();
  const { journal, hooks } = sim;
  const agent = new ComputerUseAgent({
    clock,
    nonces: seededNonces(seed),
    desktop,
    planner: shortened(simPlanner(sim), calls),
    journal,
    receipts,
    hooks,
  });
  const outcome = await agent.run("a simulated task", {
    policy: sim.policy,
    signal: sim.controller.signal,
    challenge: rng.chance(0.2) ? "c".repeat(32) : undefined,
  }).outcome;
  const [record] = receipts.records;
  return {
    seed,
    gremlins: gremlins.map(({ name }) => name),
    outcome,
    record,
    events: record === undefined ? [] : eventsIn(record),
    dispatched: desktop.dispatched.length,
  };
};
