import { judge } from "../controls/index.js";
import type { Handler, State, Step } from "../state.js";
import { endCompleted } from "./ending.js";
import { baseFacts } from "./facts-of.js";
import { refuse } from "./framing.js";
import { request } from "./requests.js";

/** The model's end-turn only asks: a fresh frame bound to the target comes first (A26, A27). */
export const toFinalFraming = (state: State): Step =>
  request(state, "finalFraming", "capture", { purpose: "complete", compareTo: null, proposal: null });

export const finalFraming: Handler<"captured"> = (state, { before, frame, after }) => {
  const codes = judge("frame", { ...baseFacts(state), observations: [before, after], fresh: frame });
  if (codes.length > 0) return refuse(state, codes);
  return request({ ...state, observation: after }, "completing", "verifyCompletion", { frameId: frame.id });
};

export const completing: Handler<"completionChecked"> = (state, { result }) => {
  const codes = judge("complete", { ...baseFacts(state), completion: result });
  return codes.length > 0 ? refuse(state, codes) : endCompleted(state);
};
