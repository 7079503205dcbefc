import { canonicalJson, utf8Bytes } from "../../../src/base/index.ts";
import { receiptFiles, type Statement } from "../../../src/contract/receipt/index.ts";
import { honest, resealed, restated, statementOf, textOf, withText, type Vector } from "./vector.ts";

const { events, policy } = receiptFiles;

/** Edits the text of events.jsonl. Form is judged before any digest is, so nothing else needs to be repaired. */
const lines =
  (edit: (text: string) => string): Vector["make"] =>
  async () => {
    const files = await honest();
    return { files: withText(files, events, edit(textOf(files, events))) };
  };
const policyText =
  (edit: (text: string) => string): Vector["make"] =>
  async () => {
    const files = await honest();
    return { files: withText(files, policy, edit(textOf(files, policy))) };
  };
const payloadText =
  (edit: (text: string) => string): Vector["make"] =>
  async () => {
    const files = await honest();
    return { files: resealed(files, utf8Bytes(edit(canonicalJson(statementOf(files))))) };
  };
const stated =
  (edit: (statement: Statement) => unknown): Vector["make"] =>
  async () => ({ files: restated(await honest(), edit) });

const canonical: readonly (readonly [string, Vector["make"]])[] = [
  ["the payload has white space", payloadText((text) => text.replace("{", "{ "))],
  ["a key stands twice in the payload", payloadText((text) => text.replace('{"_type"', '{"_type":"x","_type"'))],
  ["policy.json ends in a line feed", policyText((text) => `${text}\n`)],
  ["policy.json begins with a byte order mark", policyText((text) => `\ufeff${text}`)],
  ["policy.json has a key __proto__", policyText((text) => text.replace("{", '{"__proto__":{},'))],
  ["an event's line ends in CRLF", lines((text) => text.replace("\n", "\r\n"))],
  ["an event's keys are in another order", lines((text) => text.replace(/^\{("at":\d+),/, '{"z":1,$1,'))],
  ["an event has a number in another form", lines((text) => text.replace(/"seq":1\b/, '"seq":1.0'))],
];

const shape: readonly (readonly [string, Vector["make"]])[] = [
  ["the statement has an unknown field", stated((statement) => ({ ...statement, extra: true }))],
  [
    "the predicate has an unknown field",
    stated((statement) => ({ ...statement, predicate: { ...statement.predicate, extra: true } })),
  ],
  [
    "the predicate lacks a field",
    stated(({ predicate, ...statement }) => ({ ...statement, predicate: { ...predicate, points: undefined } })),
  ],
  [
    "a digest is in upper case",
    stated((statement) => void (statement.predicate.controlDigest = statement.predicate.controlDigest.toUpperCase())),
  ],
  ["a claim is missing", stated((statement) => void statement.predicate.claimsNotMade.pop())],
  ["a claim is added", stated((statement) => void statement.predicate.claimsNotMade.push("macos_tcc"))],
  [
    "a subject has a name with a path",
    stated((statement) => void statement.subject.push({ name: "../x", digest: { sha256: "a".repeat(64) } })),
  ],
  ["the policy has an unknown field", policyText((text) => text.replace('{"actions"', '{"a":1,"actions"'))],
  ["an event has an unknown field", lines((text) => text.replace("{", '{"a":1,'))],
  ["an event's body has an unknown field", lines((text) => text.replace('"body":{', '"body":{"a":1,'))],
  ["an event is of an unknown kind", lines((text) => text.replace('"kind":"opened","prev"', '"kind":"begun","prev"'))],
  ["an event's blinding is short", lines((text) => text.replace(/"blind":"[0-9a-f]{2}/, '"blind":"'))],
  ["a key of an event is in another case", lines((text) => text.replace('{"at":', '{"At":'))],
];

export const form: readonly Vector[] = [
  ...canonical.map(([when, make]): Vector => ({ check: "form.canonical", when, make })),
  ...shape.map(([when, make]): Vector => ({ check: "form.schema", when, make })),
  { check: "form.lines", when: "the last line has no end", make: lines((text) => text.slice(0, -1)) },
  { check: "form.lines", when: "a line is empty", make: lines((text) => text.replace("\n", "\n\n")) },
  { check: "form.lines", when: "there are no events", make: lines(() => "") },
  {
    check: "form.kind",
    when: "an event is called by another kind",
    make: lines((text) => text.replace('"kind":"observe","prev"', '"kind":"attest","prev"')),
  },
];
