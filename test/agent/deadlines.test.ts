import { expect, test } from "vitest";
import type { ComputerUseRunControlHooks } from "../../src/agent/hooks.ts";
import { endTurn, scriptedPlanner, turn } from "../../src/agent/testing/index.ts";
import { requestMsMax } from "../../src/contract/bounds.ts";
import type { RawObservation } from "../../src/contract/observation.ts";
import type { RefusalCode } from "../../src/contract/refusals.ts";
import { click } from "./refusals/case.ts";
import { bench, bodies, run, type Bench } from "./run.ts";

type Hang = <T>() => Promise<T>;
type Row = {
  readonly what: string;
  /** Milliseconds that the request may take. */
  readonly ms: number;
  readonly hang: (hang: Hang, parts: Bench, hooks: Partial<ComputerUseRunControlHooks>) => void;
  readonly want: RefusalCode;
};

const settleMs = 2000;
const runMs = 600_000;
const external: Partial<ComputerUseRunControlHooks> = {
  resolveEffects: async () => ({ class: "irreversible", origins: [], reads: [], writes: [], complete: true }),
};

const rows: readonly Row[] = [
  {
    what: "lease",
    ms: 10_000,
    hang: (hang, { desktop }) => {
      desktop.lease = hang;
    },
    want: "display_unknown",
  },
  {
    what: "observeTarget",
    ms: requestMsMax.observe,
    hang: (hang, _, hooks) => {
      hooks.observeTarget = hang;
    },
    want: "target_unknown",
  },
  {
    what: "attestConfinement",
    ms: requestMsMax.attest,
    hang: (hang, _, hooks) => {
      hooks.attestConfinement = hang;
    },
    want: "attestation_unknown",
  },
  {
    what: "confirmRun",
    ms: runMs,
    hang: (hang, _, hooks) => {
      hooks.confirmRun = hang;
    },
    want: "budget_duration",
  },
  {
    what: "capture",
    ms: requestMsMax.capture + settleMs,
    hang: (hang, { desktop }) => {
      desktop.capture = hang;
    },
    want: "frame_unknown",
  },
  {
    what: "resolveEffects",
    ms: requestMsMax.resolve,
    hang: (hang, _, hooks) => {
      hooks.resolveEffects = hang;
    },
    want: "effects_unknown",
  },
  {
    what: "confirmAction",
    ms: runMs,
    hang: (hang, _, hooks) => Object.assign(hooks, external, { confirmAction: hang }),
    want: "budget_duration",
  },
  {
    what: "stepUp",
    ms: runMs,
    hang: (hang, _, hooks) => Object.assign(hooks, external, { stepUp: hang }),
    want: "budget_duration",
  },
  {
    what: "intent",
    ms: requestMsMax.journal,
    hang: (hang, { journal }) => {
      journal.intent = hang;
    },
    want: "journal_unavailable",
  },
  {
    what: "dispatch",
    ms: requestMsMax.dispatch,
    hang: (hang, { desktop }) => {
      desktop.dispatch = hang;
    },
    want: "outcome_unknown",
  },
  {
    what: "observeChanges",
    ms: requestMsMax.checkEffects,
    hang: (hang, _, hooks) => {
      hooks.observeChanges = hang;
    },
    want: "effects_unknown",
  },
  {
    what: "commit",
    ms: requestMsMax.sealFrame,
    hang: (hang, { desktop }) => {
      desktop.commit = hang;
    },
    want: "frame_unknown",
  },
  {
    what: "verifyCompletion",
    ms: requestMsMax.verifyCompletion,
    hang: (hang, _, hooks) => {
      hooks.verifyCompletion = hang;
    },
    want: "completion_unknown",
  },
];

const hung = async ({ ms, hang }: Row, extraUs: number) => {
  const parts = bench();
  const hooks: Partial<ComputerUseRunControlHooks> = {};
  hang(
    () => {
      // Each ask takes all the time that it has, and then some.
      parts.clock.advanceUs(ms * 1000 + extraUs);
      return new Promise(() => undefined);
    },
    parts,
    hooks,
  );
  return { parts, ran: await run(parts, scriptedPlanner([turn(click), endTurn(), endTurn()]), { hooks }) };
};

test.each(rows)("$what that never answers is $want after $ms ms", async (row) => {
  const { parts, ran } = await hung(row, 1);
  expect(bodies(ran.lines, "refuse")[0]?.codes).toEqual([row.want]);
  expect(ran.lines.at(-1)?.kind).toBe("close");
  expect(parts.desktop.dispatched.length).toBeLessThanOrEqual(1);
});

test.each([
  {
    what: "release",
    hang: (hang: Hang, { desktop }: Bench) => {
      desktop.release = hang;
    },
  },
  {
    what: "the ledger's end mark",
    hang: (hang: Hang, { journal }: Bench) => {
      journal.end = hang;
    },
  },
])("$what that never answers does not keep the run from ending", async ({ hang }) => {
  const parts = bench();
  hang(() => (parts.clock.advanceMs(60_000), new Promise(() => undefined)), parts);
  const ran = await run(parts, scriptedPlanner([turn(click), endTurn()]));
  expect(ran.status).toBe("completed");
  expect(parts.receipts.records).toHaveLength(1);
});

test("cleanUp that never answers is a fault in the record, and the receipt is written", async () => {
  const parts = bench();
  const ran = await run(parts, scriptedPlanner([endTurn()]), {
    hooks: { cleanUp: () => (parts.clock.advanceMs(30_001), new Promise(() => undefined)) },
  });
  expect(bodies(ran.lines, "faulted")).toMatchObject([{ during: "cleanUp", fault: "deadline" }]);
  expect(ran.status).toBe("completed");
});

test("a receipt store that never answers is an error that names the run, not silence", async () => {
  const parts = bench();
  parts.receipts.write = () => (parts.clock.advanceMs(60_001), new Promise(() => undefined));
  await expect(run(parts, scriptedPlanner([endTurn()]))).rejects.toMatchObject({ code: "receipt_not_written", runId: "run-1" });
});

test("an observation that comes after its deadline replaces nothing", async () => {
  const parts = bench();
  const { observation } = parts.desktop.world;
  let late: (seen: RawObservation) => void = () => undefined;
  let asked = 0;
  const observeTarget = (): Promise<RawObservation> => {
    asked += 1;
    if (asked !== 2) return Promise.resolve(structuredClone(observation));
    parts.clock.advanceMs(requestMsMax.capture + settleMs + 1);
    return new Promise((resolve) => {
      late = resolve;
    });
  };
  const intent = parts.journal.intent.bind(parts.journal);
  parts.journal.intent = async (runId) => {
    late({
      ...observation,
      focus: { kind: "window", ancestry: [0x666] },
      target: { ...observation.target, window: 0x666 } as RawObservation["target"],
    });
    await new Promise((resolve) => setImmediate(resolve));
    return intent(runId);
  };
  const ran = await run(parts, scriptedPlanner([turn(click), endTurn()]), { hooks: { observeTarget } });
  expect(ran.status).toBe("completed");
  expect(parts.desktop.dispatched[0]?.expected).toMatchObject({ window: 0x200007, focusWindow: 0x200009 });
});

test("a clock whose deadlines fail refuses at once, and a clock that breaks still leaves a receipt", async () => {
  const parts = bench();
  parts.clock.deadline = () => Promise.reject(new Error("no timer"));
  expect((await run(parts, { identity: "planner", plan: () => new Promise(() => undefined) })).status).not.toBe("completed");

  const broken = bench();
  const ran = await run(broken, {
    identity: "planner",
    plan: async () => {
      broken.clock.monotonicUs = () => {
        throw new Error("no clock");
      };
      return turn(click);
    },
  });
  expect(ran).toMatchObject({ status: "refused", codes: ["clock_unknown"], receipt: { directory: "memory" } });
});

test("a second run on a desktop that a run holds is display_busy, and lets the first one's keys be", async () => {
  const parts = bench();
  let second: Awaited<ReturnType<typeof run>> | undefined;
  const other: Bench = { ...parts, journal: bench().journal, receipts: bench().receipts };
  let released = 0;
  const release = parts.desktop.release.bind(parts.desktop);
  parts.desktop.release = () => ((released += 1), release());
  const plan = async () => {
    second = await run(other, scriptedPlanner([turn(click)]));
    expect(released).toBe(0);
    return endTurn();
  };
  const first = await run(parts, { identity: "planner", plan });
  expect([first.status, second?.codes, released]).toEqual(["completed", ["display_busy"], 1]);
});
