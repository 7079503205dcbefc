import type { ComputerUseRunControlHooks } from "../../../src/agent/hooks.ts";
import type { Sim } from "../sim.ts";

/** `instead` answers the call number `nth`, counted from 0; all others go where they went. */
export const replaceCall = <A extends unknown[], R>(
  usual: (...args: A) => R,
  nth: number,
  instead: NoInfer<(...args: A) => R>,
): ((...args: A) => R) => {
  let calls = 0;
  return (...args) => {
    const now = calls;
    calls += 1;
    return now === nth ? instead(...args) : usual(...args);
  };
};

type HookName = Exclude<keyof ComputerUseRunControlHooks, "identity">;

/** Replaces one call of a hook: an early one, so that most runs get there. */
export const hook = <K extends HookName>(
  sim: Sim,
  name: K,
  instead: ComputerUseRunControlHooks[K],
  nth = sim.rng.chance(0.7) ? 0 : 1,
): void => {
  const usual = sim.hooks[name] as (...args: unknown[]) => unknown;
  sim.hooks = { ...sim.hooks, [name]: replaceCall(usual.bind(sim.hooks), nth, instead as (...args: unknown[]) => unknown) };
};

export const fails = async (): Promise<never> => {
  throw new Error("the simulated host failed");
};
