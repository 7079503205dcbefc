import { expect, test } from "vitest";
import { EventLog } from "../../../src/adapters/sandbox/log.ts";

test("lines become events; what is no object with an event is counted and not kept", () => {
  const log = new EventLog("t");
  for (const line of ['{"event":"a","n":1}', "nonsense", "[1]", "null", '{"event":3}', '{"n":1}', '{"event":"b"}']) log.push(line);
  expect(log.all()).toEqual([{ event: "a", n: 1 }, { event: "b" }]);
  expect(log.malformedCount()).toBe(5);
});

test("a reader that comes late begins at the first line, and ends with the program", async () => {
  const log = new EventLog("t");
  log.push('{"event":"a"}');
  setTimeout(() => log.push('{"event":"b"}'), 1);
  setTimeout(() => log.end(), 2);
  const seen: string[] = [];
  for await (const { event } of log) seen.push(event);
  expect(seen).toEqual(["a", "b"]);
});

const isA = ({ event }: { readonly event: string }): boolean => event === "a";

test("waiting looks at what was written before, from the index that is named", async () => {
  const log = new EventLog("t");
  log.push('{"event":"a","n":1}');
  setTimeout(() => log.push('{"event":"a","n":2}'), 1);
  expect(await log.waitFor(isA, { timeoutMs: 500 })).toEqual({ event: "a", n: 1 });
  expect(await log.waitFor(isA, { timeoutMs: 500, from: 1 })).toEqual({ event: "a", n: 2 });
});

test.each([
  { name: "nothing comes", act: () => {}, code: "log_timeout" },
  { name: "the program ends", act: (log: EventLog) => log.end(), code: "log_ended" },
])("$name: $code", async ({ act, code }) => {
  const log = new EventLog("t");
  setTimeout(() => act(log), 1);
  await expect(log.waitFor(() => true, { timeoutMs: 20 })).rejects.toMatchObject({ code });
});

test("an aborted wait rejects with the signal's reason", async () => {
  const stop = new AbortController();
  const waiting = new EventLog("t").waitFor(() => true, { timeoutMs: 500, signal: stop.signal });
  stop.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  await expect(new EventLog("t").waitFor(() => true, { timeoutMs: 500, signal: stop.signal })).rejects.toThrow("enough");
});

test("a flood keeps a bounded number of events", () => {
  const log = new EventLog("t");
  for (let count = 0; count < 50_010; count += 1) log.push('{"event":"a"}');
  expect(log.all().length).toBe(50_000);
  expect(log.malformedCount()).toBe(10);
});
