import { isWellFormed } from "./forms.js";
import type { modifier } from "./actions.js";
import type * as z from "zod";

type Modifier = z.infer<typeof modifier>;

const modifierNames: ReadonlyMap<string, Modifier> = new Map([
  ["ctrl", "ctrl"],
  ["control", "ctrl"],
  ["shift", "shift"],
  ["alt", "alt"],
  ["super", "super"],
] as const);

/** Named keys by their X11 keysym names (X.Org `keysymdef.h`), spelled as there. */
const namedKeys = new Map<string, string>(
  [
    "Return",
    "Tab",
    "Escape",
    "BackSpace",
    "Delete",
    "Insert",
    "Home",
    "End",
    "Page_Up",
    "Page_Down",
    "Left",
    "Right",
    "Up",
    "Down",
    "space",
    "KP_Enter",
    ...Array.from({ length: 12 }, (_, index) => `F${index + 1}`),
    ...Array.from({ length: 10 }, (_, index) => `KP_${index}`),
  ].map((name) => [name.toLowerCase(), name]),
);

/** A chord taken apart. `key` is a keysym name or one character. */
export type Chord = { readonly modifiers: readonly Modifier[]; readonly key: string; readonly printable: boolean };

/** Reads `ctrl+shift+a`, `Return`, `F5`. Answers `undefined` when a part is not known. Case matters for single characters only. */
export const parseChord = (text: string): Chord | undefined => {
  const parts = text === "+" ? ["+"] : text.endsWith("++") ? [...text.slice(0, -2).split("+"), "+"] : text.split("+");
  const last = parts.at(-1);
  if (last === undefined) return undefined;
  const modifiers = parts.slice(0, -1).map((part) => modifierNames.get(part.toLowerCase()));
  if (modifiers.some((part) => part === undefined) || new Set(modifiers).size !== modifiers.length) return undefined;
  const named = namedKeys.get(last.toLowerCase());
  const single = Array.from(last).length === 1 && isWellFormed(last) && last > " " ? last : undefined;
  const key = single ?? named;
  if (key === undefined) return undefined;
  return {
    modifiers: modifiers.filter((part) => part !== undefined),
    key,
    // The keypad's digits are text as much as the others: a code typed on it must not stand in a receipt.
    printable: single !== undefined || key === "space" || /^KP_\d$/.test(key),
  };
};

/** A printable character alone or with Shift is text: it is sealed like text, never public. */
export const isTextChord = (chord: Chord): boolean => chord.printable && chord.modifiers.every((name) => name === "shift");

/** The canonical spelling: modifiers in one order, then the key. */
export const chordName = (chord: Chord): string =>
  [...(["ctrl", "alt", "shift", "super"] as const).filter((name) => chord.modifiers.includes(name)), chord.key].join("+");

/**
 * Chords that window managers, the server or the console grab by convention (EWMH window managers; XKB server actions). They
 * would act outside the target, so they are refused whether or not a window manager runs.
 */
export const isReservedChord = (chord: Chord): boolean => {
  const has = (name: Modifier): boolean => chord.modifiers.includes(name);
  if (has("super")) return true;
  if (has("alt") && ["Tab", "Escape", "space"].includes(chord.key)) return true;
  if (has("alt") && /^F\d+$/.test(chord.key)) return true;
  return has("ctrl") && has("alt");
};
