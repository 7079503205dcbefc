import { fakePolicy } from "../../../src/agent/testing/index.ts";
import type { ComputerUseRunPolicy } from "../../../src/contract/policy.ts";
import { policyDigest } from "../../../src/core/index.ts";

/** A policy under which a run is explored, with its digest. */
export type Scope = { readonly policy: ComputerUseRunPolicy; readonly policyDigest: string };

/**
 * Every ceiling is 1 or 2, so that a few answers reach all of them. Whoever may act once a minute never gets to a second action of
 * the run, so those two ceilings take turns.
 */
const scope = (actionsMax: 1 | 2): Scope => {
  const policy = fakePolicy({
    actions: ["pointer_move"],
    limits: {
      stepsMax: 2,
      actionsMax,
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
  return { policy, policyDigest: policyDigest(policy) };
};
export const once = scope(1);
export const twice = scope(2);
