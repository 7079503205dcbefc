import type { MachineInput } from "../../../src/contract/inputs.ts";
import type { MachineOutput } from "../../../src/contract/outputs.ts";
import type { RefusalCode } from "../../../src/contract/refusals.ts";
import type { Facts } from "../../../src/core/facts.ts";
import type { State } from "../../../src/core/state.ts";
import type { CheckId } from "../../../src/verify/index.ts";
import { endTurn, turn } from "../../../src/agent/testing/index.ts";
import { click, effects, type Case } from "../../agent/refusals/case.ts";

export type Step = { state: State; outputs: MachineOutput[] };
type Real = Record<string, (...args: never[]) => unknown>;

/** A bug: which file of core, what stands there instead, the cases that show it, and the law that must see it. */
export type Bug = {
  readonly name: string;
  readonly law: CheckId;
  readonly file: string;
  readonly plant: (real: Real) => object;
  readonly codes: readonly RefusalCode[];
  readonly make?: readonly Case[];
  /** Shown by a run that the host cancels while the planner thinks. */
  readonly cancelled?: true;
};

export const nothing = () => [];
export const dropped = (name: string, law: CheckId, file: string, control: string, ...codes: readonly RefusalCode[]): Bug => ({
  name,
  law,
  file: `controls/${file}.ts`,
  plant: () => ({ [control]: nothing }),
  codes,
});

export const handler = (real: Real, name: string) => real[name] as unknown as (state: State, input: MachineInput) => Step;
export const control = (real: Real, name: string) => real[name] as unknown as (facts: Facts) => readonly RefusalCode[];
/** A machine's handler that is given something else than what came in. */
export const misread = (
  name: string,
  law: CheckId,
  file: string,
  what: string,
  change: (input: MachineInput) => object,
  codes: readonly RefusalCode[],
  make?: readonly Case[],
): Bug => ({
  name,
  law,
  file: `machine/${file}.ts`,
  plant: (real) => ({
    [what]: (state: State, input: MachineInput) => handler(real, what)(state, { ...input, ...change(input) }),
  }),
  codes,
  ...(make === undefined ? {} : { make }),
});

export const clicked = (changed: Partial<Case> = {}): Case => ({
  code: "frame_changed",
  when: "a click that is admitted",
  turns: () => [turn(click), endTurn()],
  ...changed,
});
export const external: Case = clicked({ hooks: () => effects({ class: "external" }) });
export const destructive: Case = clicked({ hooks: () => effects({ class: "destructive" }) });
