import type { Plan } from "../../../src/agent/ports.ts";
import type { ComputerUseRunControlHooks } from "../../../src/agent/hooks.ts";
import type { ScriptedTurn } from "../../../src/agent/testing/index.ts";
import { endTurn, scriptedPlanner, turn } from "../../../src/agent/testing/index.ts";
import type { RawEffects } from "../../../src/contract/effects.ts";
import type { ComputerUseRunPolicy } from "../../../src/contract/policy.ts";
import type { RefusalCode } from "../../../src/contract/refusals.ts";
import { bench, bodies, run, type Bench, type Ran } from "../run.ts";

/** One way to reach a code, by the ports alone. What is left out is as a well-behaved world has it: one click, then the end. */
export type Case = {
  readonly code: RefusalCode;
  readonly when: string;
  readonly policy?: Partial<ComputerUseRunPolicy>;
  readonly hooks?: (parts: Bench) => Partial<ComputerUseRunControlHooks>;
  readonly world?: (parts: Bench) => void;
  readonly turns?: (parts: Bench) => readonly ScriptedTurn[];
};

export const click = {
  type: "click",
  point: { x: 150, y: 150, space: "display" },
  button: "left",
  count: 1,
  modifiers: [],
} as const;

/** A turn that first does something to the world, as a model's thinking time would let happen, and then proposes. */
export const after =
  (change: () => void, ...proposals: Plan["proposals"]): ScriptedTurn =>
  () => {
    change();
    return turn(...proposals);
  };

/** A host that names these effects for every action. */
export const effects = (changed: Partial<RawEffects>): Pick<ComputerUseRunControlHooks, "resolveEffects"> => ({
  resolveEffects: async () => ({ class: "none", origins: [], reads: [], writes: [], complete: true, ...changed }),
});

export type Reached = Ran & {
  readonly codes: readonly RefusalCode[];
  readonly refused: readonly RefusalCode[];
  readonly dispatched: number;
};

/** Drives the agent through the case and answers every code that was refused with. */
export const reach = async ({ policy, hooks, world, turns }: Case): Promise<Reached> => {
  const parts = bench();
  world?.(parts);
  const planner = scriptedPlanner(turns?.(parts) ?? [turn(click), endTurn()]);
  const ran = await run(parts, planner, { policy, hooks: hooks?.(parts) });
  const refused = [...ran.codes, ...bodies(ran.lines, "refuse").flatMap(({ codes }) => codes)];
  return { ...ran, refused: [...new Set(refused)], dispatched: parts.desktop.dispatched.length };
};
