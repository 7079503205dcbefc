import type { Plan } from "../../../src/agent/ports.ts";
import type { Limits } from "../../../src/contract/policy.ts";
import type { Gremlin, Sim } from "../sim.ts";

const tight = (sim: Sim, changed: Partial<Limits>): void => {
  sim.policy = { ...sim.policy, limits: { ...sim.policy.limits, ...changed } };
};
const far = (sim: Sim): void => {
  sim.goal = 12;
};
const late = (sim: Sim, ms: (limits: Limits) => number): void => {
  const call = sim.rng.int(1, 3);
  sim.onPlan.push((now) => {
    if (now === call) sim.clock.advanceMs(ms(sim.policy.limits));
  });
};
const trick = (name: string, ...proposals: Plan["proposals"]): Gremlin => ({
  name,
  install: (sim) => {
    if (sim.rng.chance(0.5)) sim.tricks.push(() => undefined);
    sim.tricks.push(() => proposals);
  },
});
const point = { x: 150, y: 150, space: "display" } as const;

export const budgets: readonly Gremlin[] = [
  { name: "few steps", install: (sim) => (far(sim), tight(sim, { stepsMax: sim.rng.int(1, 4) })) },
  { name: "few actions", install: (sim) => (far(sim), tight(sim, { actionsMax: sim.rng.int(1, 3) })) },
  { name: "few actions a minute", install: (sim) => (far(sim), tight(sim, { actionsPerMinuteMax: sim.rng.int(1, 2) })) },
  { name: "a long interval", install: (sim) => tight(sim, { actionIntervalMsMin: 8_000 }) },
  { name: "little time", install: (sim) => (far(sim), tight(sim, { durationMsMax: sim.rng.int(2_000, 6_000) })) },
  { name: "few tokens", install: (sim) => (far(sim), tight(sim, { tokensMax: sim.rng.int(1_500, 6_000) })) },
  {
    name: "a talkative model",
    install: ({ usage, rng, policy }) =>
      usage.push(...(rng.chance(0.5) ? [undefined] : []), {
        inputTokens: 1,
        outputTokens: policy.limits.outputTokensPerCallMax + 1,
      }),
  },
  { name: "a slow model", install: (sim) => late(sim, (limits) => limits.thinkingMsMax + 1) },
  { name: "an old frame", install: (sim) => (tight(sim, { frameAgeMsMax: 500, thinkingMsMax: 5_000 }), late(sim, () => 600)) },
  {
    name: "usage that makes no sense",
    install: ({ usage, rng }) =>
      usage.push(rng.pick<unknown>([{ inputTokens: -1, outputTokens: 1 }, "many", { inputTokens: 0.5, outputTokens: 1 }])),
  },
  {
    name: "a model that repeats itself",
    install: (sim) => {
      for (let nth = 0; nth < 4; nth += 1) sim.tricks.push(() => [{ type: "wait", ms: 20 }]);
      sim.desktop.restless = 0;
    },
  },
  {
    name: "a type that is not listed",
    install: (sim) => {
      sim.policy = { ...sim.policy, actions: sim.policy.actions.filter((type) => type !== "clipboard_read") };
      sim.tricks.push(() => [{ type: "clipboard_read" }]);
    },
  },
  trick("a word instead of an action", { say: "approved" }),
  trick("an empty answer"),
  trick("too many proposals", ...Array.from({ length: 20 }, () => ({ type: "screenshot" }))),
  trick("a text beyond the bound", { type: "type", text: "CanaryOf".repeat(20) }),
  trick("a point off the screen", { type: "pointer_move", point: { ...point, x: 800 } }),
  trick("an unknown key", { type: "key", chord: "CanaryOf", repeat: 1 }),
  trick("a reserved chord", { type: "key", chord: "alt+Tab", repeat: 1 }),
  {
    name: "a planner that fails",
    install: (sim) => {
      sim.plan = async () => {
        throw new Error("CanaryOf");
      };
    },
  },
];
// The two tricks with keys need the policy to list the type, else another code is as right.
