import { bounds } from "../../contract/bounds.js";
import { allowsReplan, sortRefusals, type RefusalCode } from "../../contract/refusals.js";
import { judge } from "../controls/index.js";
import type { Handler, State, Step } from "../state.js";
import { endRefused } from "./ending.js";
import { baseFacts } from "./facts-of.js";
import { refuseOutput, request } from "./requests.js";

/** Asks for the next frame to plan on. Anything half-done about an action is gone. */
export const toFraming = (state: State): Step => {
  const { turn: _turn, ...rest } = state;
  return request({ ...rest, pending: {} }, "framing", "capture", {
    purpose: "plan",
    compareTo: state.planFrame?.id ?? null,
    proposal: null,
  });
};

/** A refusal after which the planner may try again, on a new frame and no other; or the end, where the table says so. */
export const refuse = (state: State, codes: readonly RefusalCode[]): Step => {
  if (!allowsReplan(codes)) return endRefused(state, codes);
  const output = refuseOutput(state, [...codes], true);
  const refused = { ...state, refused: sortRefusals([...state.refused, ...codes]) };
  const next = sealThen(refused, "frame");
  return { state: next.state, outputs: [output, ...next.outputs] };
};

/** Lets a previewed frame be committed to, off the action's path, before the run goes on. */
export const sealThen = (state: State, resume: "frame" | "next", next: (state: State) => Step = toFraming): Step => {
  if (state.unsealed !== undefined) return request({ ...state, resume }, "sealing", "sealFrame", { frameId: state.unsealed });
  return next(state);
};

/** A refusal while framing: the screen may come right again, so it is tried again, slowly and not for ever. */
export const retryFraming = (state: State, codes: readonly RefusalCode[]): Step => {
  const framingAttempts = state.framingAttempts + 1;
  if (!allowsReplan(codes) || framingAttempts >= bounds.framingAttemptsMax) return endRefused(state, codes);
  const refused = sortRefusals([...state.refused, ...codes]);
  return request({ ...state, framingAttempts, refused, resume: "frame" }, "waiting", "wait", { ms: bounds.framingRetryMs }, [
    refuseOutput(state, [...codes], true),
  ]);
};

/** Target and focus before and after the capture, and the frame itself, must be as the policy says (A11, A13). */
export const framing: Handler<"captured"> = (state, { before, frame, after }) => {
  const codes = judge("frame", { ...baseFacts(state), observations: [before, after], fresh: frame });
  if (codes.length > 0) return retryFraming(state, codes);
  return toPlanning(
    {
      ...state,
      observation: after,
      planFrame: frame,
      planFrameEqual: frame.equal === true && frame.comparedTo === (state.planFrame?.id ?? null),
      framingAttempts: 0,
      pendingUs: 0,
    },
    frame.id,
  );
};

const toPlanning = (state: State, frameId: number): Step => {
  const codes = judge("step", baseFacts(state));
  if (codes.length > 0) return endRefused(state, codes);
  const { limits } = state.policy;
  return request({ ...state, steps: state.steps + 1, askedToPlanAt: state.at, refused: [] }, "planning", "plan", {
    frameId,
    outputTokensMax: limits.outputTokensPerCallMax,
    tokensLeft: limits.tokensMax - state.tokens,
    refused: [...state.refused],
  });
};
