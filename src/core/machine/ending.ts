import { assert } from "../../base/assert.js";
import type { EndStatus, MachineOutput, OutputOf } from "../../contract/outputs.js";
import type { Used } from "../../contract/preview.js";
import { bounds } from "../../contract/bounds.js";
import { refusals, type RefusalCode } from "../../contract/refusals.js";
import { refuseOutput, request } from "./requests.js";
import type { State, Step } from "../state.js";

export const usedOf = (state: State): Used => ({
  steps: state.steps,
  actions: state.actions,
  tokens: state.tokens,
  actionsInWindow: state.admittedAtUs.filter((then) => state.at - then < bounds.rateWindowMs * 1000).length,
  durationMs: Math.ceil((state.at - state.startedAt) / 1000),
});

const statusOf = (codes: readonly RefusalCode[]): EndStatus => {
  const final = codes.find((code) => !refusals[code].replan);
  return final !== undefined && refusals[final].kind === "budget" ? "budget_exhausted" : "refused";
};

const release = (state: State, before: readonly MachineOutput[]): Step => request(state, "ending", "release", {}, before);

const end = (
  state: State,
  status: EndStatus,
  codes: readonly RefusalCode[],
  before: readonly MachineOutput[],
  abortedAt: number | null,
): Step => {
  const acknowledgedAfterUs = abortedAt === null ? null : Math.max(state.at - abortedAt, 0);
  const output: OutputOf<"end"> = {
    kind: "end",
    status,
    codes: [...codes],
    used: usedOf(state),
    acknowledgedAfterUs,
    interruptLate: (acknowledgedAfterUs ?? 0) > state.policy.limits.interruptMsMax * 1000,
  };
  const ended: State = { ...state, ended: status };
  const outputs = [...before, output];
  return state.unsealed === undefined
    ? release(ended, outputs)
    : request(ended, "ending", "sealFrame", { frameId: state.unsealed }, outputs);
};

/** Ends the run because of refusals that no replan may follow. */
export const endRefused = (state: State, codes: readonly RefusalCode[]): Step =>
  end(state, statusOf(codes), codes, [refuseOutput(state, [...codes], false)], null);

export const endCompleted = (state: State): Step => end(state, "completed", [], [], null);
export const endFailed = (state: State): Step => end(state, "failed", [], [], null);
export const endCancelled = (state: State, abortedAt: number): Step =>
  end(state, "cancelled", ["cancelled"], [refuseOutput(state, ["cancelled"], false)], abortedAt);

/** After the end: seal what was previewed, let go of keys and buttons, let the host clean up, close. A fault here changes nothing. */
export const ending = (state: State): Step => {
  if (state.awaiting === "sealFrame") return release(state, []);
  if (state.awaiting === "release") return request(state, "ending", "cleanUp", {});
  assert(state.awaiting === "cleanUp", "the end has three requests");
  return { state: { ...state, phase: "closed", awaiting: null }, outputs: [{ kind: "close" }] };
};
