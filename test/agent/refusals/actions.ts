import type { Plan } from "../../../src/agent/ports.ts";
import { primitiveMax } from "../../../src/contract/bounds.ts";
import { fakePolicy, turn } from "../../../src/agent/testing/index.ts";
import { effects, type Case } from "./case.ts";

const propose = (...proposals: Plan["proposals"]) => ({ turns: () => [turn(...proposals)] });
const key = (chord: string) => propose({ type: "key", chord, repeat: 1 });
const at = (x: number, y: number) => propose({ type: "pointer_move", point: { x, y, space: "display" } });
const named = (...given: Parameters<typeof effects>) => ({ hooks: () => effects(...given) });

export const actions: readonly Case[] = [
  { code: "action_type_not_allowed", when: "the policy does not list the type", ...propose({ type: "clipboard_read" }) },
  { code: "action_malformed", when: "the type is none of the closed set", ...propose({ type: "fly" }) },
  {
    code: "action_malformed",
    when: "a coordinate is no number",
    ...propose({ type: "pointer_move", point: { x: "1", y: 1, space: "display" } }),
  },
  { code: "action_malformed", when: "an answer has no proposal and does not end", ...propose() },
  {
    code: "action_malformed",
    when: "a turn holds more proposals than a turn may",
    ...propose(...Array.from({ length: 17 }, () => ({ type: "screenshot" }))),
  },
  {
    code: "action_bound_exceeded",
    when: "a click counts four",
    ...propose({ type: "click", point: { x: 150, y: 150, space: "display" }, button: "left", count: 4, modifiers: [] }),
  },
  {
    code: "action_bound_exceeded",
    when: "a text has one character too many",
    ...propose({ type: "type", text: "x".repeat(primitiveMax.typeChars + 1) }),
  },
  {
    code: "action_bound_exceeded",
    when: "a text has one Return too many",
    ...propose({ type: "type", text: "\n".repeat(primitiveMax.typeBreaks + 1) }),
  },
  {
    code: "action_malformed",
    when: "a scroll goes nowhere",
    ...propose({ type: "scroll", point: { x: 150, y: 150, space: "display" }, dx: 0, dy: 0, modifiers: [] }),
  },
  {
    code: "coordinate_out_of_range",
    when: "a zoom leaves the window that is shown",
    policy: { frame: { ...fakePolicy().frame, scope: "window" } },
    ...propose({ type: "zoom", region: { x: 99, y: 100, width: 10, height: 10 } }),
  },
  { code: "coordinate_out_of_range", when: "x is one past the last pixel", ...at(800, 0) },
  { code: "coordinate_out_of_range", when: "y is -1", ...at(0, -1) },
  { code: "coordinate_out_of_range", when: "a sealed point is out of range", policy: { points: "sealed" }, ...at(800, 0) },
  { code: "key_not_known", when: "no key has the name", ...key("Enterr") },
  { code: "key_chord_reserved", when: "the window manager owns the chord", ...key("alt+F4") },
  { code: "effects_unknown", when: "the host answers nothing", hooks: () => ({ resolveEffects: async () => undefined }) },
  { code: "effects_unknown", when: "the class is missing", ...named({ class: null }) },
  { code: "effects_unknown", when: "the list is not complete", ...named({ complete: false }) },
  {
    code: "effects_unknown",
    when: "the changes cannot be observed",
    hooks: () => ({
      observeChanges: async () => {
        throw new Error("no");
      },
    }),
  },
  {
    code: "effects_incomplete",
    when: "a file changed that was not named",
    hooks: () => ({ observeChanges: async () => ({ origins: [], writes: ["/task/out/other"] }) }),
  },
  { code: "origin_not_allowed", when: "an origin is not listed", ...named({ class: "external", origins: ["https://b.example"] }) },
  { code: "read_not_allowed", when: "a sibling shares the directory's prefix", ...named({ reads: ["/task/input2/a"] }) },
  { code: "write_not_allowed", when: "`..` reaches around the directory", ...named({ writes: ["/task/out/../in/a"] }) },
];
