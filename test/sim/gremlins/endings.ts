import type { Plan } from "../../../src/agent/ports.ts";
import type { RawCompletion } from "../../../src/contract/effects.ts";
import { verified } from "../hooks.ts";
import type { Gremlin, Sim } from "../sim.ts";
import { fails, hook, replaceCall } from "./replace.ts";

const completion = (name: string, given: (good: RawCompletion) => RawCompletion | undefined): Gremlin => ({
  name,
  install: (sim) => hook(sim, "verifyCompletion", async () => given(verified(true)), 0),
});

/** The host's signal fires, and time passes before the run can take notice: now and then more than the policy allows. */
const stop = ({ controller, clock, policy, rng }: Sim): void => {
  controller.abort();
  clock.advanceMs(rng.chance(0.5) ? policy.limits.interruptMsMax + 1 : 0);
};
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

const stops: readonly Gremlin[] = [
  {
    name: "a stop while the model thinks",
    install: (sim) => {
      const call = sim.rng.int(1, 3);
      sim.onPlan.push((now) => {
        if (now === call) stop(sim);
      });
    },
  },
  {
    name: "a stop while a host observes",
    install: (sim) => hook(sim, "observeTarget", () => (stop(sim), never()), sim.rng.int(0, 8)),
  },
  {
    name: "a stop while a person decides",
    install: (sim) =>
      hook(sim, sim.rng.pick(["confirmRun", "confirmAction", "stepUp"] as const), () => (stop(sim), never<undefined>()), 0),
  },
  {
    name: "a stop while an action is sent",
    install: (sim) => {
      sim.desktop.dispatch = replaceCall(sim.desktop.dispatch.bind(sim.desktop), sim.rng.int(0, 2), () => (stop(sim), never()));
    },
  },
  {
    name: "a stop while an intent is journaled",
    install: (sim) => {
      sim.journal.intent = replaceCall(sim.journal.intent.bind(sim.journal), sim.rng.int(0, 2), async () => stop(sim));
    },
  },
];

const silent = ["observeTarget", "resolveEffects", "observeChanges", "verifyCompletion", "attestConfinement", "cleanUp"] as const;

/** A hook that never answers: its deadline passes. */
const hang: Gremlin = {
  name: "a hook that never answers",
  install: (sim) => {
    const name = sim.rng.pick(silent);
    hook(sim, name, () => (sim.clock.advanceMs(35_001), never<never>()), name === "observeTarget" ? sim.rng.int(1, 4) : 0);
  },
};

export const endings: readonly Gremlin[] = [
  completion("no verifier", () => undefined),
  completion("a check that fails", () => verified(false)),
  completion("a check that is missing", (good) => ({ ...good, checks: [] })),
  completion("evidence that is none", (good) => ({
    ...good,
    checks: good.checks.map((check) => ({ ...check, evidenceDigest: "CanaryOf" })),
  })),
  completion("another verifier", (good) => ({ ...good, verifier: "sim-planner" })),
  { name: "a verifier that fails", install: (sim) => hook(sim, "verifyCompletion", fails, 0) },
  ...stops,
  hang,
  {
    name: "a model that never answers",
    install: (sim) => {
      sim.plan = () => (sim.clock.advanceMs(sim.policy.limits.thinkingMsMax + 1), never<Plan>());
    },
  },
];
