import { assert } from "../../base/assert.js";
import { bounds } from "../../contract/bounds.js";
import type { FrameFacts } from "../../contract/observation.js";
import type { Admission } from "../../contract/outputs.js";
import { sortRefusals } from "../../contract/refusals.js";
import type { SealedAction, SealedPoint } from "../../contract/proposal.js";
import { judge } from "../controls/index.js";
import { outcomeCodes } from "../controls/outcome.js";
import { primitiveDigest } from "../digests.js";
import type { Handler, State, Step } from "../state.js";
import { endRefused } from "./ending.js";
import { actionFacts, lastObservation } from "./facts-of.js";
import { refuse, sealThen } from "./framing.js";
import { advance } from "./planning.js";
import { request, runEndUs } from "./requests.js";

const currentAction = (state: State): SealedAction => {
  const proposal = state.turn?.planned.proposals[state.turn.index];
  assert(proposal?.form === "action", "an action is on its way");
  return proposal.action;
};

/** Near enough for a toolkit to make one double click of two. Sealed points, and points of two spaces, may be: so they count as near. */
const near = (a: SealedPoint, b: SealedPoint): boolean => {
  if ("commitment" in a || "commitment" in b || a.space !== b.space) return true;
  return Math.abs(a.x - b.x) <= bounds.clickSeparationPx && Math.abs(a.y - b.y) <= bounds.clickSeparationPx;
};

/** Where an action presses a button: a toolkit takes two presses that are near in time and place for a double click. */
const pressPoint = (action: SealedAction): SealedPoint | undefined =>
  action.type === "click" || action.type === "pointer_down" ? action.point : action.type === "drag" ? action.path[0] : undefined;

/** Milliseconds to wait so that this press and the last one stay two clicks. */
const clickWaitMs = (state: State): number => {
  const point = pressPoint(currentAction(state));
  const last = state.lastClick;
  if (point === undefined || last === undefined || !near(point, last.point)) return 0;
  const leftUs = last.at + bounds.clickSeparationMs * 1000 - state.at;
  return leftUs > 0 ? Math.ceil(leftUs / 1000) : 0;
};

/** Asks for the fresh capture that every active action needs, compared with the frame that was planned on (A11). */
export const toRefreshing = (state: State): Step => {
  const ms = clickWaitMs(state);
  if (ms > 0) return request({ ...state, resume: "refresh" }, "waiting", "wait", { ms });
  return request(state, "refreshing", "capture", {
    purpose: "admit",
    compareTo: state.planFrame?.id ?? null,
    proposal: state.turn?.index ?? null,
  });
};

/** All controls, on the freshest facts. If none refuses, the admission is asked to be journaled; only then comes dispatch. */
export const refreshing: Handler<"captured"> = (state, { before, frame, after, surface, surfaces }) => {
  const seen: State = { ...state, observation: after, pending: { ...state.pending, surface, surfaces } };
  // The observation that was planned on must agree too: a window that moved looks the same in a frame of its own scope (W6).
  const facts = { ...actionFacts(seen, [...lastObservation(state), before, after]), fresh: frame };
  const codes = judge("admit", facts);
  if (codes.length > 0) return refuse(seen, codes);
  const admission = admissionOf(seen, frame);
  const admitted: State = {
    ...seen,
    actions: seen.actions + 1,
    admittedAtUs: [...seen.admittedAtUs.filter((then) => seen.at - then < bounds.rateWindowMs * 1000), seen.at],
    pending: { ...seen.pending, admission },
  };
  return request(admitted, "admitting", "journal", { admission });
};

const admissionOf = (state: State, fresh: FrameFacts): Admission => {
  const { preview, digest, nonce } = state.pending;
  const { planFrame } = state;
  assert(
    preview !== undefined && digest !== undefined && nonce !== undefined && planFrame !== undefined,
    "an admission follows a preview",
  );
  const ageUs = state.policy.limits.frameAgeMsMax * 1000;
  return {
    admission: state.actions,
    sequence: preview.sequence,
    nonce,
    previewDigest: digest,
    primitiveDigest: primitiveDigest(preview.action),
    action: preview.action,
    frameId: planFrame.id,
    window: preview.window,
    notAfterUs: Math.min(planFrame.capturedAtUs + state.pendingUs + ageUs, fresh.capturedAtUs + ageUs, runEndUs(state)),
  };
};

export const admitting: Handler<"journaled"> = (state, { durable }) => {
  const { admission } = state.pending;
  assert(admission !== undefined, "what is journaled is an admission");
  if (!durable) return endRefused(state, ["journal_unavailable"]);
  // A slow disk may have eaten the admission's time: what must not be sent any more is not even handed out.
  if (state.at > admission.notAfterUs) return refuse(state, ["frame_too_old"]);
  return request(state, "dispatching", "dispatch", { admission });
};

/** Whatever the outcome, the admission, its preview, its budget unit and its decision are consumed (A50). */
export const dispatching: Handler<"dispatched"> = (state, { outcome, journaled }) => {
  const point = pressPoint(currentAction(state));
  const codes = sortRefusals([...outcomeCodes(outcome), ...(journaled ? [] : (["journal_unavailable"] as const))]);
  const clicked: State = point === undefined ? state : { ...state, lastClick: { point, at: state.at } };
  // What was sent in part may have had effects: they are looked at before it is answered.
  const looked: State = outcome.outcome === "partial" ? { ...clicked, pending: { ...state.pending, stopped: codes } } : clicked;
  if (codes.length > 0 && outcome.outcome !== "partial") return refuse(clicked, codes);
  return request(looked, "checking", "checkEffects", { admission: state.actions - 1 });
};

/** What changed must have been enumerated; a surplus ends the run (A25). */
export const checking: Handler<"effectsChecked"> = (state, { surplus }) => {
  const stopped = state.pending.stopped ?? [];
  if (surplus.origins + surplus.writes > 0) return endRefused(state, sortRefusals([...stopped, "effects_incomplete"]));
  return stopped.length > 0 ? refuse(state, stopped) : sealThen(state, "next", advance);
};
