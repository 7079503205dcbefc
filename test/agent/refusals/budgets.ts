import { turn } from "../../../src/agent/testing/index.ts";
import type { Plan } from "../../../src/agent/ports.ts";
import { limits } from "../limits.ts";
import { after, click, type Case } from "./case.ts";

const twice = () => [turn(click), turn(click)];
const usage = (given: unknown) => ({ turns: () => [{ ...turn(click), usage: given } as Plan] });

export const budgets: readonly Case[] = [
  { code: "budget_steps", when: "a second planner call is one too many", policy: { limits: limits({ stepsMax: 1 }) } },
  { code: "budget_actions", when: "a second action is one too many", policy: { limits: limits({ actionsMax: 1 }) }, turns: twice },
  {
    code: "budget_rate",
    when: "a second action comes in the same minute",
    policy: { limits: limits({ actionsPerMinuteMax: 1 }) },
    turns: ({ clock }) => [turn(click), after(() => clock.advanceMs(500), click)],
  },
  {
    code: "budget_interval",
    when: "a second action comes too soon",
    policy: { limits: limits({ actionIntervalMsMin: 1000 }) },
    turns: twice,
  },
  {
    code: "budget_duration",
    when: "the run's time ends",
    policy: { limits: limits({ durationMsMax: 1000 }) },
    turns: ({ clock }) => [after(() => clock.advanceMs(1000), click)],
  },
  { code: "budget_tokens", when: "the next call's reserve does not fit", policy: { limits: limits({ tokensMax: 1014 }) } },
  { code: "budget_output_tokens", when: "one call gives too many", ...usage({ inputTokens: 0, outputTokens: 1001 }) },
  {
    code: "budget_thinking_time",
    when: "one call takes too long",
    turns: ({ clock }) => [after(() => clock.advanceMs(3001), click)],
  },
  { code: "usage_malformed", when: "the usage is negative", ...usage({ inputTokens: -1, outputTokens: 0 }) },
  {
    code: "usage_malformed",
    when: "the usage is beyond every sum",
    ...usage({ inputTokens: Number.MAX_SAFE_INTEGER, outputTokens: 0 }),
  },
  {
    code: "no_progress",
    when: "the same proposal comes three times on one frame",
    turns: () => [turn({ type: "screenshot" }), turn({ type: "screenshot" }), turn({ type: "screenshot" })],
  },
];
