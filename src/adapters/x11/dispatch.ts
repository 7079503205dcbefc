import type { Spent } from "../../contract/admitted.js";
import { primitiveMax } from "../../contract/bounds.js";
import type { Difference, DispatchOutcome } from "../../contract/dispatch.js";
import type * as Native from "../../../native/index.js";
import { chordName, parseChord } from "../../contract/keys.js";
import { nativeError } from "./call.js";

const pasteChord = "ctrl+v";
const pasteQuietMs = 40;
const pasteDeadlineMs = 5_000;
const clipboardDeadlineMs = 2_000;

/** The gate's own spelling: the native layer is given what was admitted, not what a planner wrote. */
const chordOf = (text: string): string => {
  const chord = parseChord(text);
  return chord === undefined ? text : chordName(chord);
};

/** The native primitive of an action that sends something, or reads the clipboard; `undefined` for one that only looks. */
export const primitiveOf = ({ primitive: action, expected }: Spent): Native.Primitive | undefined => {
  switch (action.type) {
    case "pointer_move":
      return { kind: "pointer_move" };
    case "click": {
      const { button, count, modifiers } = action;
      return count === 1 || count === 2 || count === 3 ? { kind: "click", button, count, modifiers } : undefined;
    }
    case "pointer_down":
    case "pointer_up":
      return { kind: action.type, button: action.button };
    case "drag": {
      const { button, durationMs, modifiers } = action;
      return { kind: "drag", path: expected.path, button, durationMs, modifiers };
    }
    case "scroll":
      return { kind: "scroll", dx: action.dx, dy: action.dy, modifiers: action.modifiers };
    case "key":
      return { kind: "key", chord: chordOf(action.chord), repeat: action.repeat };
    case "hold_key":
      return { kind: "hold_key", chord: chordOf(action.chord), ms: action.ms };
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
    case "clipboard_read":
      return { kind: "clipboard_read", bytesMax: primitiveMax.clipboardBytes, deadlineMs: clipboardDeadlineMs };
    case "screenshot":
    case "zoom":
    case "cursor_position":
    case "wait":
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

const failed = (names: readonly Native.Difference[]) => {
  const differences = names.map(differenceOf);
  return { outcome: "precondition_failed" as const, differences: differences.length === 0 ? ["keymap" as const] : differences };
};

type HalfWay = Extract<Native.DispatchOutcome, { outcome: "partial" }>;

const stoppedBy = ({ stoppedBy: why, differences }: HalfWay): Extract<DispatchOutcome, { outcome: "partial" }>["stoppedBy"] => {
  if (why === "precondition_failed") return failed(differences ?? []);
  // Whoever cancelled has gone on without this answer; should it be heard all the same, it says no more than that it is not whole.
  return { outcome: why === "cancelled" ? "outcome_unknown" : why };
};

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
    case "precondition_failed":
      return failed(native.differences);
    case "partial":
      return {
        outcome: "partial",
        segmentsSent: native.segmentsSent,
        segments: native.segments,
        eventsSent: native.sent,
        stoppedBy: stoppedBy(native),
      };
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
