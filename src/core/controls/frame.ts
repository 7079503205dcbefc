import type { FrameFacts } from "../../contract/observation.js";
import { compact, type Control } from "../facts.js";

/** A frame to plan on is there and, where the policy asks for it, at rest (A11). */
export const stillness: Control = ({ policy, fresh }) => {
  if (fresh === undefined) return ["frame_unknown"];
  return compact([!fresh.settled && policy.frame.unsettled === "refuse" && "frame_unsettled"]);
};

/** Whether a frame was really taken after the planned one, and not before its own time: an old frame handed out again proves nothing. */
const isFresh = (fresh: FrameFacts, planned: FrameFacts, at: number): boolean =>
  fresh.id !== planned.id && fresh.capturedAtUs >= planned.capturedAtUs && fresh.capturedAtUs <= at;

/** The pixels the model planned on are still on the screen, and recent enough (A11, A12). */
export const frame: Control = ({ policy, planFrame, fresh, pendingUs = 0, at }) => {
  if (fresh === undefined || planFrame === undefined || fresh.equal === null || fresh.comparedTo !== planFrame.id)
    return ["frame_unknown"];
  if (!isFresh(fresh, planFrame, at)) return ["frame_unknown"];
  const maxUs = policy.limits.frameAgeMsMax * 1000;
  // A person's time to decide is bounded by the decision's own expiry; counting it here would refuse every careful person.
  const plannedAge = at - planFrame.capturedAtUs - pendingUs;
  const freshAge = at - fresh.capturedAtUs;
  return compact([!fresh.equal && "frame_changed", (plannedAge > maxUs || freshAge > maxUs) && "frame_too_old"]);
};
