import { rawCompletion, rawEffects, rawSurplus, type RawEffects } from "../../contract/effects.js";
import { freeze } from "../../contract/plain.js";
import type { OutputOf } from "../../contract/outputs.js";
import { sealCompletion, sealEffects, sealSurplus } from "../../core/seal/index.js";
import { ask, demand } from "../ask.js";
import { freshNonce, type RunContext } from "../context.js";
import { HostHookError } from "../../contract/errors.js";

const nothingKnown: RawEffects = { class: null, origins: [], reads: [], writes: [], complete: false };

/** Asks the host what one action would touch. The host gets the parsed action and the target's identity, and no planner's words. */
export const resolve = async (run: RunContext, request: OutputOf<"resolve">, signal: AbortSignal) => {
  const { vault, policy, ports, secrets } = run;
  const action = vault.actions[request.proposal];
  const target = vault.observation;
  if (action === undefined || target === undefined)
    throw new HostHookError("resolveEffects", "hook_failed", "there is no action to resolve");
  const raw =
    (await ask("resolveEffects", rawEffects, async () => ports.hooks.resolveEffects({ action, target, policy, signal }))) ??
    nothingKnown;
  signal.throwIfAborted();
  vault.proposal = request.proposal;
  vault.effects = freeze(raw);
  const effects = sealEffects(raw, { policy, turn: vault.turn - 1, index: request.proposal, commit: secrets.commit });
  return { kind: "resolved" as const, effects, nonce: freshNonce(run) };
};

/** Holds what really changed against what was named. */
export const checkEffects = async (run: RunContext, signal: AbortSignal) => {
  const { vault, ports } = run;
  const action = vault.actions[vault.proposal];
  const effects = vault.effects ?? nothingKnown;
  if (action === undefined) throw new HostHookError("observeChanges", "hook_failed", "there is no action to check");
  const seen = await demand("observeChanges", rawSurplus, async () => ports.hooks.observeChanges({ action, effects, signal }));
  return { kind: "effectsChecked" as const, surplus: sealSurplus(seen, effects) };
};

export const verifyCompletion = async (run: RunContext, signal: AbortSignal) => {
  const raw = await ask("verifyCompletion", rawCompletion, async () =>
    run.ports.hooks.verifyCompletion({ policy: run.policy, signal }),
  );
  return { kind: "completionChecked" as const, result: raw === undefined ? ("absent" as const) : sealCompletion(raw, run.policy) };
};
