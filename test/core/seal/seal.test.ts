import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createSecrets } from "../../../src/agent/secrets.ts";
import { fakePolicy, fakeWorld } from "../../../src/agent/testing/index.ts";
import { action as actionSchema, type Action } from "../../../src/contract/actions.ts";
import { effects as effectsSchema } from "../../../src/contract/effects.ts";
import { isWellFormed } from "../../../src/contract/forms.ts";
import { observation as observationSchema } from "../../../src/contract/observation.ts";
import { sealedAction } from "../../../src/contract/proposal.ts";
import { openCommitment } from "../../../src/core/presentation.ts";
import { sealAction, sealEffects, sealObservation, sealUsage, type SealPlace } from "../../../src/core/seal/index.ts";

const policy = fakePolicy();
const secrets = createSecrets("run-1", new Uint8Array(32).fill(7));
const world = fakeWorld().observation;
const observation = sealObservation(policy, world, secrets.commit);
const place = (changed: Partial<SealPlace> = {}): SealPlace => ({
  policy,
  observation,
  turn: 3,
  index: 1,
  previous: undefined,
  commit: secrets.commit,
  ...changed,
});

// Long enough that it cannot be in a sealed value by chance: a value of the schemas, hex, or a name of ours.
const secret = fc
  .string({ minLength: 5, maxLength: 60, unit: "grapheme" })
  .map((text) => `\u00a7${text}`)
  .filter((text) => isWellFormed(text) && !text.includes("\0"));
const runs = { numRuns: 500, seed: 20_261_201 };
/** In no form that a reader of the receipt could find: as it is, escaped, or in pieces of five characters. */
const pieces = (text: string): readonly string[] => [
  text,
  JSON.stringify(text).slice(1, -1),
  ...Array.from({ length: Math.max(text.length - 4, 0) }, (_, at) => text.slice(at, at + 5)).filter((piece) =>
    piece.includes("\u00a7"),
  ),
];
const holds = (sealed: unknown, text: string): boolean => pieces(text).some((piece) => JSON.stringify(sealed).includes(piece));

test("no typed or pasted text is in its sealed action, and the action is of its schema", () => {
  fc.assert(
    fc.property(secret, fc.constantFrom("type", "paste"), (text, type) => {
      const sealed = sealAction({ type, text }, place());
      expect(sealedAction.safeParse(sealed).success).toBe(true);
      expect(holds(sealed, text)).toBe(false);
    }),
    runs,
  );
});

test("no chord of a printable character, and no unknown chord, is in its sealed action", () => {
  const private_ = fc.oneof(secret, fc.constantFrom("é", "ß", "shift+ä", "space", "KP_4", "Ctrl+é", "🙂"));
  fc.assert(
    fc.property(private_, (chord) => {
      const sealed = sealAction({ type: "key", chord, repeat: 1 }, place());
      expect(sealedAction.safeParse(sealed).success).toBe(true);
      expect(Object.keys("key" in sealed ? sealed.key : {})).not.toContain("chord");
      if (chord.startsWith("\u00a7")) expect(holds(sealed, chord)).toBe(false);
    }),
    runs,
  );
});

test("no title and no executable that the policy does not name is in a sealed observation", () => {
  fc.assert(
    fc.property(secret, secret, (title, application) => {
      const raw = { ...world, target: { ...world.target, title, application } } as typeof world;
      const sealed = sealObservation(policy, raw, secrets.commit);
      expect(observationSchema.safeParse(sealed).success).toBe(true);
      expect(holds(sealed, title) || holds(sealed, application)).toBe(false);
    }),
    runs,
  );
});

test("no path and no origin is in sealed effects, covered or not", () => {
  fc.assert(
    fc.property(secret, fc.constantFrom("/task/in/", "/task/out/", "/etc/"), (name, folder) => {
      const path = `${folder}${name.replaceAll("/", "_")}`;
      const sealed = sealEffects(
        { class: "external", origins: [name], reads: [path], writes: [path], complete: true },
        { policy, turn: 0, index: 0, commit: secrets.commit },
      );
      expect(effectsSchema.safeParse(sealed).success).toBe(true);
      expect(holds(sealed, name) || JSON.stringify(sealed).includes(folder)).toBe(false);
    }),
    runs,
  );
});

test.each([
  { path: "/task/in/a", covered: 0 },
  { path: "/task/in", covered: 0 },
  { path: "/task/input2", covered: null },
  { path: "/task/in/../out/a", covered: null },
  { path: "/task/in//a", covered: null },
  { path: "task/in/a", covered: null },
])("a read of $path is covered by $covered", ({ path, covered }) => {
  const sealed = sealEffects(
    { class: "none", origins: [], reads: [path], writes: [], complete: true },
    { policy, turn: 0, index: 0, commit: secrets.commit },
  );
  expect(sealed.reads[0]?.coveredBy).toBe(covered);
});

test("equal texts in two places have two commitments, and a salt opens only its own", () => {
  const sealed = (turn: number, index: number) => sealAction({ type: "type", text: "4711" }, place({ turn, index }));
  const all = [sealed(0, 0), sealed(0, 1), sealed(1, 0)].map((given) => ("text" in given ? given.text.commitment : ""));
  expect(new Set(all).size).toBe(3);
  expect(openCommitment(secrets.saltOf({ kind: "text", turn: 0, index: 1 }), "4711")).toBe(all[1]);
});

test("another run, or another secret, gives other commitments", () => {
  const given = { kind: "text", turn: 0, index: 0 } as const;
  const all = [secrets, createSecrets("run-2", new Uint8Array(32).fill(7)), createSecrets("run-1", new Uint8Array(32).fill(8))].map(
    ({ commit }) => commit(given, "4711"),
  );
  expect(new Set(all).size).toBe(3);
});

test.each<{ name: string; previous: Action | undefined; same: boolean }>([
  { name: "the same text", previous: { type: "type", text: "again" }, same: true },
  { name: "another text", previous: { type: "type", text: "agaim" }, same: false },
  { name: "nothing before", previous: undefined, same: false },
])("sameAsPrevious after $name: $same", ({ previous, same }) => {
  expect(sealAction({ type: "type", text: "again" }, place({ previous }))).toMatchObject({ text: { sameAsPrevious: same } });
});

test("sealed points say only whether they are in range and in an ignored rectangle", () => {
  const sealing = { ...policy, points: "sealed" as const };
  fc.assert(
    fc.property(fc.integer({ min: -9000, max: 9000 }), fc.integer({ min: -9000, max: 9000 }), (x, y) => {
      const click = actionSchema.parse({ type: "pointer_move", point: { x, y, space: "display" } });
      const sealed = sealAction(click, place({ policy: sealing }));
      expect(sealed).toEqual({
        type: "pointer_move",
        point: {
          commitment: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
          inRange: x >= 0 && y >= 0 && x < 800 && y < 600,
          inIgnored: false,
          sameAsPrevious: false,
        },
      });
    }),
    runs,
  );
});

test.each([
  { given: undefined, want: "missing" },
  { given: null, want: "missing" },
  { given: { inputTokens: 1, outputTokens: 2 }, want: "reported" },
  { given: { inputTokens: -1, outputTokens: 2 }, want: "malformed" },
  { given: { inputTokens: -0, outputTokens: 2 }, want: "malformed" },
  { given: { inputTokens: 1.5, outputTokens: 2 }, want: "malformed" },
  { given: { inputTokens: "1", outputTokens: 2 }, want: "malformed" },
  { given: {}, want: "malformed" },
  { given: 5, want: "malformed" },
  { given: { inputTokens: 1e13, outputTokens: 0 }, want: "malformed" },
])("usage $given is $want", ({ given, want }) => expect(sealUsage(given).report).toBe(want));
