import { unreachable } from "../../base/assert.js";
import type { MachineInput } from "../../contract/inputs.js";
import type { MachineOutput } from "../../contract/outputs.js";
import type { RunContext } from "../context.js";
import { capture } from "./capture.js";
import { cleanUp, release, sealFrame, wait } from "./closing.js";
import { decideAction, decideRun, stepUp } from "./decide.js";
import { dispatch, journal } from "./dispatch.js";
import { checkEffects, resolve, verifyCompletion } from "./effects.js";
import { observe } from "./observe.js";
import { attest, open } from "./opening.js";
import { plan } from "./plan.js";

type Stamp = "at" | "wallMs" | "clock";
type Unstamped<T> = T extends unknown ? Omit<T, Stamp> : never;
/** A machine input before the drive loop stamps it with the time at which it entered. */
export type Answer = Unstamped<MachineInput>;

export type Request = Extract<MachineOutput, { untilUs: number }>;
/** The one request that no output asks for: the run begins with it. */
export const opening = { kind: "open" } as const;

/** Does what the machine asked for: one file each, and no decision in any of them. */
export const perform = async (request: Request | typeof opening, run: RunContext, signal: AbortSignal): Promise<Answer> => {
  switch (request.kind) {
    case "open":
      return open(run, signal);
    case "observe":
      return { kind: "observed", observation: await observe(run, signal) };
    case "attest":
      return attest(run, signal);
    case "decideRun":
      return decideRun(run, signal);
    case "capture":
      return capture(run, request, signal);
    case "plan":
      return plan(run, request, signal);
    case "resolve":
      return resolve(run, request, signal);
    case "decideAction":
      return decideAction(run, request, signal);
    case "stepUp":
      return stepUp(run, request, signal);
    case "journal":
      return journal(run, request, signal);
    case "dispatch":
      return dispatch(run, request, signal);
    case "checkEffects":
      return checkEffects(run, signal);
    case "verifyCompletion":
      return verifyCompletion(run, signal);
    case "sealFrame":
      return sealFrame(run, request, signal);
    case "wait":
      return wait(run, request, signal);
    case "release":
      return release(run, signal);
    case "cleanUp":
      return cleanUp(run, signal);
    default:
      return unreachable(request);
  }
};
