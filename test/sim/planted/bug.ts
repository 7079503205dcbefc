import type { RefusalCode } from "../../../src/contract/refusals.ts";
import type { Control } from "../../../src/core/index.ts";
import { actions } from "../../agent/refusals/actions.ts";
import { attestations } from "../../agent/refusals/attestation.ts";
import { budgets } from "../../agent/refusals/budgets.ts";
import type { Case } from "../../agent/refusals/case.ts";
import { decisions } from "../../agent/refusals/decisions.ts";
import { frames } from "../../agent/refusals/frames.ts";
import { opening } from "../../agent/refusals/opening.ts";
import { targets } from "../../agent/refusals/target.ts";
import type { Scenario } from "./plant.ts";

const cases: readonly Case[] = [...targets, ...attestations, ...decisions, ...actions, ...frames, ...budgets, ...opening];
/** The world in which the right machine refuses with this code. */
export const reaching = (code: RefusalCode, when?: string): Scenario => {
  const found = cases.find((given) => given.code === code && (when === undefined || given.when.includes(when)));
  if (found === undefined) throw new Error(`no case reaches ${code}`);
  return found;
};

/** The control is not asked. */
export const dropped = () => (): readonly RefusalCode[] => [];
/** The control forgets one of its codes. */
export const without =
  (...codes: RefusalCode[]) =>
  (real: Control): Control =>
  (facts) =>
    real(facts).filter((code) => !codes.includes(code));

/** One bug in one control, the world in which it shows, and the law (admissibility check) that finds it. */
export type Bug = {
  readonly law: string;
  readonly bug: string;
  readonly control: string;
  readonly plant: (real: Control) => Control;
  readonly world: Scenario;
  readonly found: string;
};
