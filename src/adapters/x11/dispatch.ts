import type { Spent } from "../../contract/admitted.js";
import type { Action } from "../../contract/actions.js";
import type { Difference, DispatchOutcome } from "../../contract/dispatch.js";
import type * as Native from "../../../native/index.js";
import { nativeError } from "./call.js";

const pasteChord = "ctrl+v";
const pasteQuietMs = 40;
const pasteDeadlineMs = 5_000;

/** The native primitive of an action, or `undefined` for one that this executor does not carry out. */
export const primitiveOf = (action: Action): Native.Primitive | undefined => {
  switch (action.type) {
    case "pointer_move":
      return { kind: "pointer_move" };
    case "click": {
      const { button, count, modifiers } = action;
      return count === 1 || count === 2 || count === 3 ? { kind: "click", button, count, modifiers } : undefined;
    }
    case "key":
      return { kind: "key", chord: action.chord, repeat: action.repeat };
    case "type":
      return { kind: "type", text: action.text };
    case "paste":
      return {
        kind: "paste",
        text: action.text,
        chord: pasteChord,
        quietMs: pasteQuietMs,
        deadlineMs: pasteDeadlineMs,
      };
    default:
      return undefined;
  }
};

/** What the native layer compares before it sends. */
export const expectedOf = ({ expected }: Spent, frame: number): Native.Expected => ({
  frame,
  windowId: expected.window,
  client: { base: expected.client, pid: expected.pid, startTicks: expected.startTicks },
  geometry: expected.geometry,
  title: expected.title,
  focusId: expected.focusWindow,
  ...(expected.point === undefined ? {} : { point: expected.point }),
  surfaceClients: expected.ownPopups ? [expected.client] : [],
});

const differenceOf = (name: Native.Difference): Difference => (name === "window_gone" ? "gone" : name);

/** The native outcome in the contract's words. */
export const outcomeOf = (native: Native.DispatchOutcome): DispatchOutcome => {
  switch (native.outcome) {
    case "dispatched":
      return {
        outcome: "dispatched",
        deliveredTo: native.deliveredTo,
        eventsSent: native.sent,
        grabUs: native.grabUs,
      };
    case "precondition_failed": {
      const differences = native.differences.map(differenceOf);
      return {
        outcome: "precondition_failed",
        differences: differences.length === 0 ? ["keymap"] : differences,
      };
    }
    // The text was offered and not taken: what the target did with the chord is not known.
    case "paste_unanswered":
      return { outcome: "outcome_unknown" };
    default:
      return { outcome: native.outcome };
  }
};

const unsent: Partial<Record<Native.FaultCode, DispatchOutcome>> = {
  text_unrepresentable: { outcome: "text_unrepresentable" },
  key_not_known: { outcome: "key_not_known" },
  coordinate_out_of_range: { outcome: "coordinate_out_of_range" },
  action_bound_exceeded: { outcome: "action_bound_exceeded" },
  display_busy: { outcome: "precondition_failed", differences: ["lease"] },
  lease_absent: { outcome: "precondition_failed", differences: ["lease"] },
  window_gone: { outcome: "precondition_failed", differences: ["gone"] },
  frame_unknown: { outcome: "precondition_failed", differences: ["pixels"] },
  frame_mismatch: { outcome: "precondition_failed", differences: ["pixels"] },
  deadline: { outcome: "precondition_failed", differences: ["deadline"] },
};

/** A fault of dispatch: those that are certain to have come before anything was sent are outcomes, the others are thrown. */
export const outcomeOfFault = (fault: Native.Fault): DispatchOutcome => {
  const outcome = unsent[fault.code];
  if (outcome === undefined) throw nativeError(fault);
  return outcome;
};
