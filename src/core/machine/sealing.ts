import { assert } from "../../base/assert.js";
import type { Handler, State, Step } from "../state.js";
import { toFraming } from "./framing.js";
import { advance } from "./planning.js";
import { toRefreshing } from "./admitting.js";

/** The commitment of a previewed frame came in: exactly once for each such frame. */
export const sealing: Handler<"frameSealed"> = (state, { frameId }): Step => {
  assert(frameId === state.unsealed, "the frame that is sealed is the one that was asked for");
  const { unsealed: _, ...rest } = state;
  const sealed: State = { ...rest, sealed: frameId };
  return state.resume === "next" ? advance(sealed) : toFraming(sealed);
};

/** A wait is over: what it stood before comes next. */
export const waiting: Handler<"waited"> = (state): Step => {
  if (state.resume === "refresh") return toRefreshing(state);
  return state.resume === "next" ? advance(state) : toFraming(state);
};
