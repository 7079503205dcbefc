import { expect, test } from "vitest";
import { endTurn, scriptedPlanner, turn, type ManualClock, type ScriptedTurn } from "../../src/agent/testing/index.ts";
import type { Plan } from "../../src/agent/ports.ts";
import { limitsMax } from "../../src/contract/bounds.ts";
import type { Limits } from "../../src/contract/policy.ts";
import type { RefusalCode } from "../../src/contract/refusals.ts";
import { limits } from "./limits.ts";
import { bench, bodies, run } from "./run.ts";

const move: Plan["proposals"][number] = { type: "pointer_move", point: { x: 150, y: 150, space: "display" } };
const thinks =
  (clock: ManualClock, us: number, plan: Plan = turn(move)): ScriptedTurn =>
  () => {
    clock.advanceUs(us);
    return plan;
  };
const using = (inputTokens: number, outputTokens: number, plan: Plan = turn(move)): Plan => ({
  ...plan,
  usage: { inputTokens, outputTokens },
});

type Row = {
  readonly ceiling: keyof Limits;
  readonly limits: Partial<Limits>;
  readonly at: string;
  readonly turns: (clock: ManualClock) => readonly ScriptedTurn[];
  /** Codes that were refused with; none means that the run completed. */
  readonly want: readonly RefusalCode[];
  readonly dispatched: number;
};

const patient = { thinkingMsMax: 100_000, frameAgeMsMax: 100_000 };
const pair = (us: number) => (clock: ManualClock) => [turn(move), thinks(clock, us), endTurn()];
const calls = (last: Plan) => (clock: ManualClock) => [turn(move), thinks(clock, 1000, last), endTurn()];

const rows: readonly Row[] = [
  {
    ceiling: "stepsMax",
    limits: { stepsMax: 2 },
    at: "the second of two calls",
    turns: () => [turn(move), endTurn()],
    want: [],
    dispatched: 1,
  },
  {
    ceiling: "stepsMax",
    limits: { stepsMax: 1 },
    at: "the second of one call",
    turns: () => [turn(move), endTurn()],
    want: ["budget_steps"],
    dispatched: 1,
  },
  { ceiling: "actionsMax", limits: { actionsMax: 2 }, at: "the second of two actions", turns: pair(1000), want: [], dispatched: 2 },
  {
    ceiling: "actionsMax",
    limits: { actionsMax: 1 },
    at: "the second of one action",
    turns: pair(1000),
    want: ["budget_actions"],
    dispatched: 1,
  },
  {
    ceiling: "actionsPerMinuteMax",
    limits: { ...patient, actionsPerMinuteMax: 1 },
    at: "60 s after the only one",
    turns: pair(60_000_000),
    want: [],
    dispatched: 2,
  },
  {
    ceiling: "actionsPerMinuteMax",
    limits: { ...patient, actionsPerMinuteMax: 1 },
    at: "a microsecond sooner",
    turns: pair(59_999_999),
    want: ["budget_rate"],
    dispatched: 1,
  },
  {
    ceiling: "actionIntervalMsMin",
    limits: { actionIntervalMsMin: 1000 },
    at: "1 s after the last",
    turns: pair(1_000_000),
    want: [],
    dispatched: 2,
  },
  {
    ceiling: "actionIntervalMsMin",
    limits: { actionIntervalMsMin: 1000 },
    at: "a microsecond sooner",
    turns: pair(999_999),
    want: ["budget_interval"],
    dispatched: 1,
  },
  {
    ceiling: "durationMsMax",
    limits: { durationMsMax: 2000 },
    at: "a microsecond before its end",
    turns: (clock) => [turn(move), thinks(clock, 1_999_999, endTurn())],
    want: [],
    dispatched: 1,
  },
  {
    ceiling: "durationMsMax",
    limits: { durationMsMax: 2000 },
    at: "its end",
    turns: (clock) => [turn(move), thinks(clock, 2_000_000, endTurn())],
    want: ["budget_duration"],
    dispatched: 1,
  },
  {
    ceiling: "tokensMax",
    limits: { tokensMax: 1500 },
    at: "500 used, 1000 reserved",
    turns: calls(using(250, 235)),
    want: [],
    dispatched: 2,
  },
  {
    ceiling: "tokensMax",
    limits: { tokensMax: 1500 },
    at: "501 used, 1000 reserved",
    turns: calls(using(250, 236)),
    want: ["budget_tokens"],
    dispatched: 2,
  },
  {
    ceiling: "tokensMax",
    limits: { tokensMax: 1500 },
    at: "a whole reserve for a call that does not say",
    turns: calls({ ...turn(move), usage: undefined }),
    want: ["budget_tokens"],
    dispatched: 2,
  },
  {
    ceiling: "outputTokensPerCallMax",
    limits: { outputTokensPerCallMax: 100 },
    at: "100 tokens",
    turns: calls(using(1, 100)),
    want: [],
    dispatched: 2,
  },
  {
    ceiling: "outputTokensPerCallMax",
    limits: { outputTokensPerCallMax: 100 },
    at: "101 tokens",
    turns: calls(using(1, 101)),
    want: ["budget_output_tokens"],
    dispatched: 1,
  },
  {
    ceiling: "frameAgeMsMax",
    limits: { frameAgeMsMax: 700 },
    at: "700 ms",
    turns: (clock) => [thinks(clock, 700_000), endTurn()],
    want: [],
    dispatched: 1,
  },
  {
    ceiling: "frameAgeMsMax",
    limits: { frameAgeMsMax: 700 },
    at: "a microsecond over",
    turns: (clock) => [thinks(clock, 700_001), endTurn()],
    want: ["frame_too_old"],
    dispatched: 0,
  },
  {
    ceiling: "thinkingMsMax",
    limits: { thinkingMsMax: 900 },
    at: "900 ms",
    turns: (clock) => [thinks(clock, 900_000), endTurn()],
    want: [],
    dispatched: 1,
  },
  {
    ceiling: "thinkingMsMax",
    limits: { thinkingMsMax: 900 },
    at: "a microsecond over",
    turns: (clock) => [thinks(clock, 900_001), endTurn()],
    want: ["budget_thinking_time"],
    dispatched: 0,
  },
];

test.each(rows)("$ceiling, $at: $want", async ({ limits: changed, turns, want, dispatched }) => {
  const parts = bench();
  const ran = await run(parts, scriptedPlanner(turns(parts.clock)), { policy: { limits: limits(changed) } });
  expect(bodies(ran.lines, "refuse").flatMap(({ codes }) => codes)).toEqual(want);
  expect(parts.desktop.dispatched).toHaveLength(dispatched);
  const exhausted = want.some((code) => !["budget_rate", "budget_interval", "frame_too_old"].includes(code));
  expect(ran.status).toBe(exhausted ? "budget_exhausted" : "completed");
});

test.each([
  { at: "500 ms", us: 500_000, late: false },
  { at: "a microsecond over", us: 500_001, late: true },
])("interruptMsMax, $at: late is $late", async ({ us, late }) => {
  const parts = bench();
  const controller = new AbortController();
  const planner = {
    identity: "planner",
    plan: async (): Promise<Plan> => {
      controller.abort();
      parts.clock.advanceUs(us);
      return turn(move);
    },
  };
  const ran = await run(parts, planner, { policy: { limits: limits({ interruptMsMax: 500 }) }, signal: controller.signal });
  expect(bodies(ran.lines, "end")).toMatchObject([{ status: "cancelled", acknowledgedAfterUs: us, interruptLate: late }]);
});

test("each of the ten ceilings has a row inside and a row outside", () => {
  const both = (Object.keys(limitsMax) as (keyof Limits)[]).filter((name) => name !== "interruptMsMax");
  for (const name of both) {
    const mine = rows.filter(({ ceiling }) => ceiling === name);
    expect(
      mine.some(({ want }) => want.length === 0),
      `${name} inside`,
    ).toBe(true);
    expect(
      mine.some(({ want }) => want.length > 0),
      `${name} outside`,
    ).toBe(true);
  }
  expect(both).toHaveLength(9);
});

test("a person who takes a minute does not make the frame too old", async () => {
  const parts = bench();
  const confirmAction: NonNullable<Parameters<typeof run>[2]>["hooks"] = {
    resolveEffects: async () => ({ class: "external", origins: [], reads: [], writes: [], complete: true }),
    confirmAction: async ({ preview, digest }) => {
      parts.clock.advanceMs(60_000);
      return {
        decision: "approve",
        actor: "operator",
        nonce: preview.nonce,
        previewDigest: digest,
        expiresAtMs: parts.clock.wallMs() + 1000,
      };
    },
  };
  const ran = await run(parts, scriptedPlanner([turn(move), endTurn()]), {
    hooks: confirmAction,
    policy: { limits: limits({ frameAgeMsMax: 700 }) },
  });
  expect(ran.status).toBe("completed");
  expect(parts.desktop.dispatched).toHaveLength(1);
});
