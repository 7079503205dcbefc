import { canonicalJson, type Json } from "../../base/json.js";
import type { Action, Point } from "../../contract/actions.js";
import { contains } from "../../contract/forms.js";
import { chordName, isTextChord, parseChord } from "../../contract/keys.js";
import type { Observation } from "../../contract/observation.js";
import type { ComputerUseRunPolicy } from "../../contract/policy.js";
import type { SealedAction, SealedChord, SealedPoint } from "../../contract/proposal.js";
import type { Commit } from "./commit.js";
import { describeText } from "./text.js";

/** What sealing one action needs to know of its surroundings. */
export type SealPlace = {
  readonly policy: ComputerUseRunPolicy;
  readonly observation: Observation | undefined;
  readonly turn: number;
  readonly index: number;
  /** The action at the same place of the turn before. */
  readonly previous: Action | undefined;
  readonly commit: Commit;
};

const textOf = (action: Action | undefined): string | undefined =>
  action === undefined ? undefined : "text" in action ? action.text : "chord" in action ? action.chord : undefined;

const sealText = (place: SealPlace, text: string, way: "type" | "paste" | "key") => ({
  commitment: place.commit({ kind: "text", turn: place.turn, index: place.index }, text),
  ...describeText(text, way),
  sameAsPrevious: textOf(place.previous) === text,
});

const sealChord = (place: SealPlace, text: string): SealedChord => {
  const chord = parseChord(text);
  if (chord === undefined) return { unknown: place.commit({ kind: "chord", turn: place.turn, index: place.index }, text) };
  // Ctrl and Alt chords and named keys are public; a character alone would spell the text out key by key.
  if (isTextChord(chord) || !/^[\x21-\x7e]+$/.test(chordName(chord))) return { text: sealText(place, text, "key") };
  return { chord: chordName(chord) };
};

const pointsOf = (action: Action | undefined): readonly Point[] =>
  action === undefined ? [] : action.type === "drag" ? action.path : "point" in action ? [action.point] : [];

const sealPoint = (place: SealPlace, point: Point, nth = 0): SealedPoint => {
  if (place.policy.points === "public") return point;
  const { observation, policy } = place;
  const geometry = observation?.target.state === "viewable" ? observation.target.geometry : undefined;
  const area = point.space === "display" ? observation?.display : geometry;
  const offset = point.space === "display" ? { x: 0, y: 0 } : geometry;
  const previous = pointsOf(place.previous)[nth];
  return {
    commitment: place.commit({ kind: "point", turn: place.turn, index: place.index }, canonicalJson([nth, point] as Json)),
    inRange: area !== undefined && contains({ x: 0, y: 0, width: area.width, height: area.height }, point.x, point.y),
    inIgnored: offset !== undefined && policy.frame.ignore.some((rect) => contains(rect, point.x + offset.x, point.y + offset.y)),
    sameAsPrevious: previous !== undefined && canonicalJson(previous) === canonicalJson(point),
  };
};

/** Seals an action: texts and private chords become commitments, points too where the policy says so; the rest is public. */
export const sealAction = (action: Action, place: SealPlace): SealedAction => {
  switch (action.type) {
    case "type":
    case "paste":
      return { type: action.type, text: sealText(place, action.text, action.type) };
    case "key":
      return { type: "key", key: sealChord(place, action.chord), repeat: action.repeat };
    case "hold_key":
      return { type: "hold_key", key: sealChord(place, action.chord), ms: action.ms };
    case "drag":
      return { ...action, path: action.path.map((point, nth) => sealPoint(place, point, nth)) };
    case "pointer_move":
    case "click":
    case "pointer_down":
    case "pointer_up":
    case "scroll":
      return { ...action, point: sealPoint(place, action.point) };
    case "screenshot":
    case "zoom":
    case "cursor_position":
    case "wait":
    case "clipboard_read":
      return action;
  }
};
