import type { ComputerUseRunControlHooks } from "../../src/agent/hooks.ts";
import type { Plan } from "../../src/agent/ports.ts";
import type { ManualClock, MemoryJournal } from "../../src/agent/testing/index.ts";
import type { ComputerUseRunPolicy } from "../../src/contract/policy.ts";
import type { Random } from "./random.ts";
import type { SimDesktop } from "./world.ts";

/** All parts of one simulated run, before it starts; gremlins change them. */
export type Sim = {
  readonly rng: Random;
  readonly clock: ManualClock;
  readonly desktop: SimDesktop;
  readonly journal: MemoryJournal;
  readonly controller: AbortController;
  policy: ComputerUseRunPolicy;
  hooks: ComputerUseRunControlHooks;
  /** Dispatches after which the target has what was asked for. */
  goal: number;
  /** Called at each planner call, with its number from 1. */
  readonly onPlan: ((call: number) => void)[];
  /** Turns that the next planner calls give, instead of the planner's own; `undefined` leaves a call to the planner. */
  readonly tricks: (() => Plan["proposals"] | undefined)[];
  /** Usage that the next planner calls report. */
  readonly usage: unknown[];
  /** Replaces the planner altogether. */
  plan?: (signal: AbortSignal) => Promise<Plan>;
};

/** Something that goes wrong in a run: one function that changes the parts. */
export type Gremlin = { readonly name: string; readonly install: (sim: Sim) => void };
