import { fakePolicy } from "../../../src/agent/testing/index.ts";
import { policyDigest } from "../../../src/core/index.ts";

/** Every ceiling is 1 or 2, so that a few answers reach all of them. */
export const policy = fakePolicy({
  actions: ["pointer_move"],
  limits: {
    stepsMax: 2,
    actionsMax: 2,
    actionsPerMinuteMax: 1,
    actionIntervalMsMin: 1,
    durationMsMax: 2,
    tokensMax: 2,
    outputTokensPerCallMax: 1,
    frameAgeMsMax: 1,
    thinkingMsMax: 1,
    interruptMsMax: 1,
  },
  frame: { scope: "display", settle: { quietMs: 1, maxMs: 1 }, unsettled: "refuse", ignore: [] },
});
export const policyHash = policyDigest(policy);
