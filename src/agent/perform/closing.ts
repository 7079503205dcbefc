import * as z from "zod";
import { cleanup } from "../../contract/attestation.js";
import type { OutputOf } from "../../contract/outputs.js";
import { demand } from "../ask.js";
import type { RunContext } from "../context.js";
import { commitment, count } from "../../contract/forms.js";
import { answered } from "./answered.js";
import { letGo } from "./opening.js";

/** What is still down or owned when everything was let go of. */
const held = z.strictObject({ keysDown: count, buttonsDown: count, selectionsOwned: count });

/** The salted commitment to a previewed frame, off the action's path. */
export const sealFrame = async (run: RunContext, request: OutputOf<"sealFrame">, signal: AbortSignal) => ({
  kind: "frameSealed" as const,
  frameId: request.frameId,
  commitment: answered("commit", commitment, await run.ports.desktop.commit(request.frameId, run.secrets.frameSalt, signal)),
});

export const wait = async (run: RunContext, request: OutputOf<"wait">, signal: AbortSignal) => {
  await run.ports.clock.sleep(request.ms, signal);
  return { kind: "waited" as const };
};

export const release = async (run: RunContext, signal: AbortSignal) => ({
  kind: "released" as const,
  ...answered("release", held, await letGo(run, signal)),
});

export const cleanUp = async (run: RunContext, signal: AbortSignal) => ({
  kind: "cleanedUp" as const,
  cleanup: await demand("cleanUp", cleanup, async () => run.ports.hooks.cleanUp({ runId: run.policy.runId, signal })),
});
