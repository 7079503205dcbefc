import { expect, test } from "vitest";
import { actionPreviewDigest, checkPresentation, openCommitment, stepUpDigest, type Presentation } from "../../src/core/index.ts";
import type { ActionPreview } from "../../src/contract/preview.ts";

const salt = "5".repeat(64);
const text = "zwölf 🙂";
const sealed = { commitment: openCommitment(salt, text), lengthBucket: "1-8", withinBound: true, sameAsPrevious: false } as const;
const preview = (action: ActionPreview["action"]): ActionPreview => ({
  preview: "action",
  runId: "run-1",
  policyDigest: "a".repeat(64),
  nonce: "b".repeat(32),
  sequence: 0,
  frameId: 1,
  window: 0,
  action,
  effects: { class: "none", origins: [], reads: [], writes: [], complete: true },
  limitsUsed: { steps: 1, actions: 0, tokens: 5, actionsInWindow: 0, durationMs: 1 },
  popupsVisible: 0,
});
const typing = preview({ type: "type", text: sealed });
const pressing = preview({ type: "key", key: { chord: "Return" }, repeat: 1 });
const sealedKey = preview({ type: "key", key: { text: sealed }, repeat: 1 });
const shown: Presentation = { text, salt, textLength: 7, textHash: sealed.commitment };

test.each<{ name: string; given: ActionPreview; digest: string; presentation: Presentation | undefined; want: boolean }>([
  { name: "exactly what the decision signs", given: typing, digest: actionPreviewDigest(typing), presentation: shown, want: true },
  {
    name: "exactly what the step-up signs",
    given: typing,
    digest: stepUpDigest(actionPreviewDigest(typing)),
    presentation: shown,
    want: true,
  },
  {
    name: "another text",
    given: typing,
    digest: actionPreviewDigest(typing),
    presentation: { ...shown, text: "zwölf 🙃" },
    want: false,
  },
  {
    name: "another salt",
    given: typing,
    digest: actionPreviewDigest(typing),
    presentation: { ...shown, salt: "6".repeat(64) },
    want: false,
  },
  {
    name: "another hash",
    given: typing,
    digest: actionPreviewDigest(typing),
    presentation: { ...shown, textHash: "0".repeat(64) },
    want: false,
  },
  {
    name: "another length",
    given: typing,
    digest: actionPreviewDigest(typing),
    presentation: { ...shown, textLength: 8 },
    want: false,
  },
  { name: "no text shown at all", given: typing, digest: actionPreviewDigest(typing), presentation: undefined, want: false },
  { name: "another digest", given: typing, digest: "0".repeat(64), presentation: shown, want: false },
  {
    name: "no text for an action that has none",
    given: preview({ type: "wait", ms: 1 }),
    digest: actionPreviewDigest(preview({ type: "wait", ms: 1 })),
    presentation: undefined,
    want: true,
  },
  {
    name: "no text for a public key",
    given: pressing,
    digest: actionPreviewDigest(pressing),
    presentation: undefined,
    want: true,
  },
  {
    name: "the character of a sealed key",
    given: sealedKey,
    digest: actionPreviewDigest(sealedKey),
    presentation: shown,
    want: true,
  },
  {
    name: "no text for a sealed key",
    given: sealedKey,
    digest: actionPreviewDigest(sealedKey),
    presentation: undefined,
    want: false,
  },
  {
    name: "a text for an action that has none",
    given: preview({ type: "wait", ms: 1 }),
    digest: actionPreviewDigest(preview({ type: "wait", ms: 1 })),
    presentation: shown,
    want: false,
  },
])("$name: $want (A21)", ({ given, digest, presentation, want }) =>
  expect(checkPresentation(given, digest, presentation)).toBe(want),
);

const keyed = preview({ type: "key", key: { text: sealed }, repeat: 1 });
const chord = preview({ type: "key", key: { chord: "Return" }, repeat: 1 });
test.each<[string, ActionPreview, Presentation | undefined, boolean]>([
  ["a character as a key, with its text", keyed, shown, true],
  ["a character as a key, without", keyed, undefined, false],
  ["a public chord, with a text", chord, shown, false],
  ["a public chord, without", chord, undefined, true],
])("%s", (_, given, presentation, want) => {
  expect(checkPresentation(given, actionPreviewDigest(given), presentation)).toBe(want);
});
