import { expect, test } from "vitest";
import { canonicalJson, utf8Bytes, type Json } from "../../src/base/index.ts";
import { receiptBytesMax, receiptFiles, type ReceiptEvent } from "../../src/contract/receipt/index.ts";
import { begin, step } from "../../src/core/index.ts";
import { verifyReceipt, type Files, type Machine, type VerifyOptions } from "../../src/verify/index.ts";
import { checkFiles } from "../../src/verify/container/files.ts";
import { checkChain, checkClose } from "../../src/verify/integrity/chain.ts";
import type { Opened } from "../../src/verify/opened.ts";
import { eventsOf, honestRecord, parts, receiptOf, rechained, signer, trust, trustOf } from "./receipts.ts";
import { honest, withFile } from "./vectors/vector.ts";

const found = (files: Files, options: Partial<VerifyOptions> = {}): readonly string[] =>
  verifyReceipt(files, { trust, ...options }).findings.map(({ check, where }) => `${check} ${where}`);

const { sources } = parts.build;
if (sources === null) throw new Error("sources were expected");
test.each([
  ["the very sources", sources, []],
  ["one file more", { ...sources, count: 2 }, ["binding.sources payload"]],
  ["another digest", { ...sources, digest: "0".repeat(64) }, ["binding.sources payload"]],
  ["both", { count: 2, digest: "0".repeat(64) }, ["binding.sources payload"]],
])("a checkout with %s", async (_, checkout, want) => {
  expect(found(await honest(), { sources: checkout })).toEqual(want);
});
test("where no sources are recorded, a checkout proves nothing, and it is said why", async () => {
  const { files } = receiptOf(await honestRecord(), { build: { ...parts.build, sources: null } });
  expect(verifyReceipt(files, { trust, sources }).findings).toMatchObject([
    { check: "binding.sources", says: "no sources are recorded: the program did not run from a checkout" },
  ]);
});

test.each([
  [receiptFiles.events, receiptBytesMax.events],
  [receiptFiles.policy, receiptBytesMax.policy],
  [receiptFiles.envelope, receiptBytesMax.envelope],
  [receiptFiles.bundle, receiptBytesMax.envelope],
  ["outputs/0", receiptBytesMax.output],
])("%s is read up to its own cap, and not one byte more", async (name, most) => {
  const files = await honest();
  expect(checkFiles(withFile(files, name, new Uint8Array(most)))).toEqual([]);
  expect(checkFiles(withFile(files, name, new Uint8Array(most + 1))).map(({ check, where }) => [check, where])).toEqual([
    ["container.size", name],
  ]);
});
test("a fixture key may sign only where the profile says so", async () => {
  const files = await honest();
  const fixture = { trust: trustOf(signer, "fixture") };
  expect(found(files, fixture)).toEqual(["container.trust trust file"]);
  expect(found(files, { ...fixture, profile: "fixture-live" }).filter((text) => !text.startsWith("profile."))).toEqual([]);
});

test("a machine that gives one output more than is recorded is no machine of this run", async () => {
  const lasts = { begin, step: (state: never, input: never) => withOneMore(step(state, input)) } as unknown as Machine;
  const withOneMore = ({ state, outputs }: ReturnType<typeof step>) => ({
    state,
    outputs: outputs.some(({ kind }) => kind === "close") ? [...outputs, { kind: "close" }] : outputs,
  });
  expect(found(await honest(), { machines: new Map([[1, lasts]]) })).toEqual([`admissibility.replay ${receiptFiles.events}`]);
});
test("what the machine would not have done is found at its line", async () => {
  const record = await honestRecord();
  const events = structuredClone(eventsOf(record));
  const last = events.findLastIndex(({ body }) => body.kind === "cleanUp");
  const body = events[last]?.body;
  if (body?.kind !== "cleanUp") throw new Error("a clean-up was expected");
  body.untilUs += 1;
  expect(found(receiptOf(rechained(record, events)).files)).toEqual([`admissibility.replay ${receiptFiles.events}:${last + 1}`]);
});
test.each([-1, 1])("an output that is %d us off its input is found at its line", async (off) => {
  const record = await honestRecord();
  const events = structuredClone(eventsOf(record));
  const last = events.at(-1);
  if (last === undefined) throw new Error("events were expected");
  last.at += off;
  expect(found(receiptOf(rechained(record, events)).files)).toEqual([`admissibility.time ${receiptFiles.events}:${events.length}`]);
});

test.each([
  ["none", (kinds: string[]) => kinds.slice(0, -1), true],
  ["one, as the last", (kinds: string[]) => kinds, false],
  ["one, and more behind it", (kinds: string[]) => [...kinds, "end"], true],
  ["two, of two runs joined", (kinds: string[]) => [...kinds, ...kinds], true],
  ["two, as the last ones", (kinds: string[]) => [...kinds, "close"], true],
])("a close: %s", async (_, edit, isFound) => {
  const kinds = edit(eventsOf(await honestRecord()).map(({ kind }) => kind));
  const opened = { events: kinds.map((kind) => ({ kind })) } as unknown as Opened;
  expect(checkClose(opened).map(({ check }) => check)).toEqual(isFound ? ["integrity.close"] : []);
});

test("event 0 hangs on the challenge that it names, and on no other", async () => {
  const record = await honestRecord();
  const challenged = structuredClone(eventsOf(record));
  const body = challenged[0]?.body;
  if (body?.kind !== "opened") throw new Error("an opening was expected");
  body.challenge = "c".repeat(64);
  const { policyDigest, runId } = record;
  const chained = rechained(record, challenged).events.map((line) => JSON.parse(line) as ReceiptEvent);
  const lines = chained.map((event) => utf8Bytes(`${canonicalJson(event as unknown as Json)}\n`));
  const judge = (events: readonly ReceiptEvent[]) =>
    checkChain({ lines, events, statement: { predicate: { policyDigest, runId } } } as unknown as Opened).map(
      ({ check, where }) => `${check} ${where}`,
    );
  expect(judge(chained)).toEqual([]);
  const [first, ...rest] = chained;
  if (first === undefined) throw new Error("events were expected");
  const of = (challenge: string | null) => ({ ...first, body: { ...body, challenge } });
  expect(judge([of(null), ...rest])).toEqual([`integrity.genesis ${receiptFiles.events}:1`]);
  expect(judge([of("d".repeat(64)), ...rest])).toEqual([`integrity.genesis ${receiptFiles.events}:1`]);
});
