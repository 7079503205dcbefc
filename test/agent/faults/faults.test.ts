import { describe, expect, test } from "vitest";
import { refusals, type RefusalCode } from "../../../src/contract/refusals.ts";
import { findings, sign, verify } from "../../sim/receipt.ts";
import { expectedOf } from "./expected.ts";
import { Instrument, type Call } from "./instrument.ts";
import { meddler, modesOf, type Mode } from "./modes.ts";
import { rest, runWith, type Faulted } from "./scenario.ts";

const whole = await runWith(new Instrument());

test("the run that is meddled with is complete: it asks every port, acts three times and is completed", () => {
  expect(whole.outcome).toMatchObject({ status: "completed", codes: [] });
  expect(whole.parts.desktop.dispatched).toHaveLength(3);
  const names = new Set(whole.calls.map(({ name }) => name));
  expect(names.size).toBe(28);
  console.log(`faults: ${whole.calls.length} calls of ${names.size} kinds, each made to fail, hang and be late`);
});

const faulted = async (call: Call, mode: Mode): Promise<Faulted> => {
  let clock: Faulted["parts"]["clock"] | undefined;
  const instrument = new Instrument(
    call.place,
    meddler(mode, () => {
      if (clock === undefined) throw new Error("the run has not begun");
      return { instrument, clock };
    }),
  );
  const ran = await runWith(instrument, (parts) => (clock = parts.clock));
  await rest();
  return ran;
};

const firstRefusal = ({ record }: Faulted): RefusalCode | "none" => {
  for (const line of record?.events ?? []) {
    const { body } = JSON.parse(line) as { body: { kind: string; codes?: RefusalCode[] } };
    if (body.kind === "refuse") return body.codes?.[0] ?? "none";
  }
  return "none";
};

const expectLawful = (ran: Faulted, call: Call): void => {
  if (ran.record === undefined) throw new Error("the run has no record");
  const report = verify(sign(ran.record));
  expect(report.exit, findings(report)).toBe(0);
  // A run that does not go on sends nothing after the call that went wrong.
  if (ran.outcome?.status !== "completed") expect(ran.dispatches.filter((place) => place > call.place)).toEqual([]);
  expect(ran.parts.journal.records.at(-1)?.kind === "end" || call.name === "journal.end").toBe(true);
};

const cases = whole.calls.flatMap((call) => modesOf(call).map((mode) => ({ ...call, mode })));
const isOther = ({ name, nth }: Call): boolean =>
  name === "receipts.write" || name === "journal.open" || (name === "nonces.bytes" && nth === 0);

describe("each call of a run, gone wrong", () => {
  test.each(cases.filter((call) => !isOther(call)))("$place $name $mode", async ({ mode, ...call }) => {
    const ran = await faulted(call, mode);
    expect(ran.error).toBeUndefined();
    const want = expectedOf(call, mode);
    const code = ran.record === undefined ? (ran.outcome?.codes[0] ?? "none") : firstRefusal(ran);
    expect(want.codes).toContain(code);
    expect(want.status).toContain(ran.outcome?.status);
    if (code !== "none" && ran.outcome?.status === "completed") expect(refusals[code].replan).toBe(true);
    expect(ran.parts.desktop.dispatched.length).toBeLessThanOrEqual(3);
    // Only a run whose opening could not be read has nothing to show.
    if (ran.record !== undefined) expectLawful(ran, call);
    else expect([code, ran.parts.journal.records]).toEqual(["display_unknown", []]);
  });
});

describe("calls without which there is no record", () => {
  const the = (name: string): Call => {
    const found = whole.calls.find((call) => call.name === name);
    if (found === undefined) throw new Error(`the run makes no call of ${name}`);
    return found;
  };

  test.each(modesOf(the("receipts.write")))(
    "a receipt store that %s is said, and the run's end stands in the ledger",
    async (mode) => {
      const ran = await faulted(the("receipts.write"), mode);
      expect(ran.error).toMatchObject({ code: "receipt_not_written", runId: "run-1" });
      expect(ran.parts.journal.records.at(-1)).toEqual({ kind: "end", runId: "run-1" });
    },
  );

  test.each(modesOf(the("journal.open")))(
    "a ledger that %s when the run is opened: nothing is leased, asked or sent",
    async (mode) => {
      const ran = await faulted(the("journal.open"), mode);
      expect(ran.outcome).toMatchObject({ status: "refused", codes: expectedOf(the("journal.open"), mode).codes });
      const names = new Set(ran.calls.map(({ name }) => name));
      expect(
        ["desktop.lease", "hooks.observeTarget", "planner.plan", "desktop.dispatch"].filter((name) => names.has(name)),
      ).toEqual([]);
    },
  );

  test("randomness that fails before the run is opened opens nothing", async () => {
    const ran = await faulted(the("nonces.bytes"), "throws");
    expect(ran.error).toBeInstanceOf(Error);
    expect([ran.parts.journal.records, ran.dispatches]).toEqual([[], []]);
  });
});
