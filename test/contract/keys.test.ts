import { expect, test } from "vitest";
import { chordName, isReservedChord, isTextChord, parseChord } from "../../src/contract/keys.ts";

test.each([
  // chord           canonical       text    reserved
  ["Return", "Return", false, false],
  ["return", "Return", false, false],
  ["a", "a", true, false],
  ["A", "A", true, false],
  ["shift+q", "shift+q", true, false],
  ["space", "space", true, false],
  ["KP_7", "KP_7", true, false],
  ["KP_Enter", "KP_Enter", false, false],
  ["+", "+", true, false],
  ["ctrl++", "ctrl++", false, false],
  ["shift+ctrl+s", "ctrl+shift+s", false, false],
  ["Control+S", "ctrl+S", false, false],
  ["é", "é", true, false],
  ["🙂", "🙂", true, false],
  ["alt+f", "alt+f", false, false],
  ["alt+Tab", "alt+Tab", false, true],
  ["shift+alt+tab", "alt+shift+Tab", false, true],
  ["alt+F4", "alt+F4", false, true],
  ["alt+space", "alt+space", false, true],
  ["super+l", "super+l", false, true],
  ["ctrl+alt+Delete", "ctrl+alt+Delete", false, true],
  ["CTRL+ARROWLEFT", "ctrl+Left", false, false],
  ["ENTER", "Return", false, false],
  ["Control_L+exclam", "ctrl+!", false, false],
  ["plus", "+", true, false],
  ["shift+question", "shift+?", true, false],
  ["KP_Add", "KP_Add", true, false],
  ["F24", "F24", false, false],
  ["shift", "Shift_L", false, false],
  ["ctrl+shift", "ctrl+Shift_L", false, false],
  ["Shift_R", "Shift_R", false, false],
  ["cmd+c", "super+c", false, true],
  ["Super_R", "Super_R", false, true],
  ["CapsLock", "Caps_Lock", false, true],
  ["ctrl+alt", "ctrl+Alt_L", false, true],
] as const)("%s is %s; text: %s; reserved: %s", (given, name, text, reserved) => {
  const chord = parseChord(given);
  if (chord === undefined) throw new Error(`${given} is not known`);
  expect([chordName(chord), isTextChord(chord), isReservedChord(chord)]).toEqual([name, text, reserved]);
});

test.each([
  "",
  " ",
  "Enterr",
  "ctrl+",
  "shift+Shift_R",
  "ctrl+ctrl",
  "XF86PowerOff",
  "F25",
  "\x7f",
  "++",
  "+a",
  "hyper+a",
  "ctrl+ctrl+a",
  "ctrl+control+a",
  "ab",
  "\ud800",
  "\u0000",
  "ctrl+a+b",
])("%j is not known", (text) => {
  expect(parseChord(text)).toBeUndefined();
});
