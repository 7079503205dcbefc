import { isWellFormed } from "./forms.js";
import { characterNames, isKeypadText, keyNames, modifierWords } from "./key-names.js";
import type { modifier } from "./actions.js";
import type * as z from "zod";

type Modifier = z.infer<typeof modifier>;

const modifierNames: ReadonlyMap<string, Modifier> = new Map(
  (Object.keys(modifierWords) as Modifier[]).flatMap((name) => modifierWords[name].map((word) => [word, name] as const)),
);

/** A modifier word that stands alone is its left key. */
const aloneNames: Readonly<Record<Modifier, string>> = { ctrl: "Control_L", shift: "Shift_L", alt: "Alt_L", super: "Super_L" };

const words = new Map<string, string>([
  ...keyNames.flatMap(([name, , ...others]) => [name, ...others].map((word) => [word.toLowerCase(), name] as const)),
  ...characterNames.flatMap(([character, ...names]) => names.map((word) => [word.toLowerCase(), character] as const)),
]);

/** A chord taken apart. `key` is a keysym name or one character. */
export type Chord = { readonly modifiers: readonly Modifier[]; readonly key: string; readonly printable: boolean };

const isSingle = (text: string): boolean => Array.from(text).length === 1 && isWellFormed(text) && text > " " && text !== "\x7f";

/** Reads `ctrl+shift+a`, `Return`, `F5`. Answers `undefined` when a part is not known. Case matters for single characters only. */
export const parseChord = (text: string): Chord | undefined => {
  const parts = text === "+" ? ["+"] : text.endsWith("++") ? [...text.slice(0, -2).split("+"), "+"] : text.split("+");
  const last = parts.at(-1);
  if (last === undefined) return undefined;
  const modifiers = parts.slice(0, -1).map((part) => modifierNames.get(part.toLowerCase()));
  if (modifiers.some((part) => part === undefined) || new Set(modifiers).size !== modifiers.length) return undefined;
  const own = modifierNames.get(last.toLowerCase());
  if (own !== undefined && modifiers.includes(own)) return undefined;
  const alone = own === undefined ? undefined : aloneNames[own];
  const key = isSingle(last) ? last : (words.get(last.toLowerCase()) ?? alone);
  if (key === undefined) return undefined;
  return {
    modifiers: modifiers.filter((part) => part !== undefined),
    key,
    printable: isSingle(key) || key === "space" || isKeypadText(key),
  };
};

/** A printable character alone or with Shift is text: it is sealed like text, never public. */
export const isTextChord = (chord: Chord): boolean => chord.printable && chord.modifiers.every((name) => name === "shift");

/** The canonical spelling: modifiers in one order, then the key. */
export const chordName = (chord: Chord): string =>
  [...(["ctrl", "alt", "shift", "super"] as const).filter((name) => chord.modifiers.includes(name)), chord.key].join("+");

/** Keys that change what every other client's keys mean, that window managers grab alone, or that the server acts on. */
const reservedKeys: ReadonlySet<string> = new Set(["Caps_Lock", "Num_Lock", "Scroll_Lock", "Print", "Pause", "Super_L", "Super_R"]);

/**
 * Chords that window managers, the server or the console grab by convention (EWMH window managers; XKB server actions). They
 * would act outside the target, so they are refused whether or not a window manager runs. Locks are the display's, not the target's.
 */
export const isReservedChord = (chord: Chord): boolean => {
  const has = (name: Modifier): boolean => chord.modifiers.includes(name);
  if (has("super") || reservedKeys.has(chord.key)) return true;
  if (has("alt") && ["Tab", "Escape", "space"].includes(chord.key)) return true;
  if (has("alt") && /^F\d+$/.test(chord.key)) return true;
  return (
    (has("ctrl") && has("alt")) || (has("ctrl") && chord.key.startsWith("Alt_")) || (has("alt") && chord.key.startsWith("Control_"))
  );
};
