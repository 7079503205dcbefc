import { cleanup } from "../../contract/attestation.js";
import type { OutputOf } from "../../contract/outputs.js";
import { demand } from "../ask.js";
import type { RunContext } from "../context.js";
import { letGo } from "./opening.js";

/** The salted commitment to a previewed frame, off the action's path. */
export const sealFrame = async (run: RunContext, request: OutputOf<"sealFrame">, signal: AbortSignal) => ({
  kind: "frameSealed" as const,
  frameId: request.frameId,
  commitment: await run.ports.desktop.commit(request.frameId, run.secrets.frameSalt, signal),
});

export const wait = async (run: RunContext, request: OutputOf<"wait">, signal: AbortSignal) => {
  await run.ports.clock.sleep(request.ms, signal);
  return { kind: "waited" as const };
};

export const release = async (run: RunContext, signal: AbortSignal) => ({
  kind: "released" as const,
  ...(await letGo(run, signal)),
});

export const cleanUp = async (run: RunContext, signal: AbortSignal) => ({
  kind: "cleanedUp" as const,
  cleanup: await demand("cleanUp", cleanup, async () => run.ports.hooks.cleanUp({ runId: run.policy.runId, signal })),
});
