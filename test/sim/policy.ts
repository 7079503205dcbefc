import { fakePolicy } from "../../src/agent/testing/index.ts";
import { actionTypes } from "../../src/contract/actions.ts";
import type { ComputerUseRunPolicy } from "../../src/contract/policy.ts";
import type { Random } from "./random.ts";

const optional = actionTypes.filter((type) => !["pointer_move", "click", "type"].includes(type));

/** A policy that fits the simulated world, with random authority and random, mostly generous, ceilings. */
export const randomPolicy = (rng: Random, seed: number): ComputerUseRunPolicy => {
  const base = fakePolicy();
  const ignored = rng.chance(0.2)
    ? [{ x: rng.int(0, 700), y: rng.int(0, 500), width: rng.int(1, 90), height: rng.int(1, 90) }]
    : [];
  return {
    ...base,
    runId: `sim-${seed}`,
    popups: rng.pick(["deny", "deny", "same-client"] as const),
    actions: ["pointer_move", "click", "type", ...optional.filter(() => rng.chance(0.8))],
    frame: {
      scope: rng.pick(["display", "window"] as const),
      settle: { quietMs: rng.int(1, 100), maxMs: rng.int(100, 3000) },
      unsettled: rng.pick(["refuse", "allow"] as const),
      ignore: ignored,
    },
    points: rng.pick(["public", "public", "sealed"] as const),
    limits: {
      stepsMax: rng.int(6, 20),
      actionsMax: rng.int(4, 60),
      actionsPerMinuteMax: rng.int(4, 60),
      actionIntervalMsMin: rng.pick([1, 1, 5, 40, 200]),
      durationMsMax: rng.int(60_000, 600_000),
      tokensMax: rng.int(20_000, 200_000),
      outputTokensPerCallMax: rng.int(200, 1000),
      frameAgeMsMax: rng.int(1500, 8000),
      thinkingMsMax: rng.int(1000, 5000),
      interruptMsMax: rng.int(1, 500),
    },
  };
};
