import type { ActionQuestion, ComputerUseRunControlHooks } from "../../src/agent/hooks.ts";
import { fakeHost, type ManualClock } from "../../src/agent/testing/index.ts";
import type { RawDecision } from "../../src/contract/decision.ts";
import type { EffectClass, RawCompletion } from "../../src/contract/effects.ts";
import type { Random } from "./random.ts";
import type { SimDesktop } from "./world.ts";

/** An approval as a person gives it: after a while, for the preview that was shown. */
export const approve =
  (rng: Random, clock: ManualClock) =>
  async ({ preview, digest }: Pick<ActionQuestion, "digest"> & { preview: { nonce: string } }): Promise<RawDecision> => {
    clock.advanceMs(rng.int(0, 5_000));
    return {
      decision: "approve",
      actor: "operator",
      nonce: preview.nonce,
      previewDigest: digest,
      expiresAtMs: clock.wallMs() + rng.int(5_000, 60_000),
    };
  };

export const verified = (reached: boolean): RawCompletion => ({
  verifier: "file-verifier",
  checks: [{ name: "result", passed: reached, evidenceDigest: "e".repeat(64) }],
  outputs: [{ path: "/task/out/result.txt", sha256: "d".repeat(64) }],
});

/** A host that means well: it observes, names effects at random inside the policy, and its people approve. */
export const simHost = (rng: Random, clock: ManualClock, desktop: SimDesktop, goal: () => number): ComputerUseRunControlHooks => {
  const named = { writes: [] as string[] };
  return fakeHost(desktop, clock, {
    observeTarget: async () => desktop.observe(),
    confirmRun: approve(rng, clock),
    confirmAction: approve(rng, clock),
    stepUp: approve(rng, clock),
    resolveEffects: async () => {
      clock.advanceUs(rng.int(10, 5_000));
      named.writes = rng.chance(0.3) ? ["/task/out/result.txt"] : [];
      const effect: EffectClass = rng.pick(["none", "none", "none", "external", "destructive", "irreversible"]);
      return {
        class: effect,
        origins: [],
        reads: rng.chance(0.3) ? ["/task/in/form.txt"] : [],
        writes: named.writes,
        complete: true,
      };
    },
    observeChanges: async () => ({ origins: [], writes: rng.chance(0.5) ? named.writes : [] }),
    verifyCompletion: async () => verified(desktop.progress >= goal()),
  });
};
