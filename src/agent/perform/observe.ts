import { freeze } from "../../contract/plain.js";
import { rawObservation, type Observation } from "../../contract/observation.js";
import { sealObservation } from "../../core/seal/index.js";
import { demand } from "../ask.js";
import type { RunContext } from "../context.js";

/** Looks through the host's eyes, and seals what was seen. */
export const observe = async (run: RunContext, signal: AbortSignal): Promise<Observation> => {
  const raw = await demand("observeTarget", rawObservation, async () =>
    run.ports.hooks.observeTarget({ policy: run.policy, signal }),
  );
  // A late answer of a request that was given up must not replace what a later one saw.
  signal.throwIfAborted();
  const sealed = sealObservation(run.policy, raw, run.secrets.commit);
  run.vault.raw = raw;
  run.vault.observation = freeze(sealed);
  return sealed;
};
