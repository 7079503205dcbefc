import { expect, test } from "vitest";
import { actionBudget, callBudget, paceBudget, progress, stepBudget } from "../../../src/core/controls/budget.ts";
import type { BudgetFacts, Facts } from "../../../src/core/facts.ts";
import { limits } from "../../agent/limits.ts";
import { facts, policy } from "./facts.ts";

const tight = policy({
  limits: limits({
    stepsMax: 2,
    actionsMax: 2,
    actionsPerMinuteMax: 2,
    actionIntervalMsMin: 100,
    tokensMax: 1500,
    outputTokensPerCallMax: 1000,
    thinkingMsMax: 900,
  }),
});
const used = (changed: Partial<BudgetFacts>): Partial<Facts> => ({
  policy: tight,
  budget: { steps: 0, actions: 0, tokens: 0, admittedAtUs: [], ...changed },
});

test.each([
  { name: "one step left", given: used({ steps: 1 }), want: [] },
  { name: "no step left", given: used({ steps: 2 }), want: ["budget_steps"] },
  { name: "the reserve just fits", given: used({ tokens: 500 }), want: [] },
  { name: "the reserve does not fit", given: used({ tokens: 501 }), want: ["budget_tokens"] },
  { name: "neither", given: used({ steps: 2, tokens: 501 }), want: ["budget_steps", "budget_tokens"] },
  { name: "unknown use", given: { budget: undefined }, want: ["budget_steps"] },
])("step: $name", ({ given, want }) => expect(stepBudget(facts(given))).toEqual(want));

const call = (changed: Partial<Facts>): Partial<Facts> => ({
  ...used({ tokens: 1500 }),
  usage: { report: "reported", inputTokens: 500, outputTokens: 1000 },
  thoughtUs: 900_000,
  ...changed,
});
test.each([
  { name: "all exactly at their ceilings", given: call({}), want: [] },
  { name: "one token over", given: call(used({ tokens: 1501 })), want: ["budget_tokens"] },
  {
    name: "one output token over",
    given: call({ usage: { report: "reported", inputTokens: 0, outputTokens: 1001 } }),
    want: ["budget_output_tokens"],
  },
  { name: "one microsecond over", given: call({ thoughtUs: 900_001 }), want: ["budget_thinking_time"] },
  { name: "not reported", given: call({ usage: { report: "missing" } }), want: [] },
  { name: "malformed", given: call({ usage: { report: "malformed" } }), want: ["usage_malformed"] },
  { name: "no usage at all", given: call({ usage: undefined }), want: ["usage_malformed"] },
])("call: $name", ({ given, want }) => expect(callBudget(facts(given))).toEqual(want));

test.each([
  { name: "one left", given: used({ actions: 1 }), want: [] },
  { name: "none left", given: used({ actions: 2 }), want: ["budget_actions"] },
  { name: "unknown use", given: { budget: undefined }, want: ["budget_actions"] },
])("action: $name", ({ given, want }) => expect(actionBudget(facts(given))).toEqual(want));

const at = 100_000_000;
const admitted = (...ago: number[]) => ({ ...used({ admittedAtUs: ago.map((us) => at - us) }), at });
test.each([
  { name: "the first", given: admitted(), want: [] },
  { name: "exactly the interval after the last", given: admitted(100_000), want: [] },
  { name: "a microsecond sooner", given: admitted(99_999), want: ["budget_interval"] },
  { name: "two in the minute before", given: admitted(59_999_999, 200_000), want: ["budget_rate"] },
  { name: "one of the two exactly a minute ago", given: admitted(60_000_000, 200_000), want: [] },
  { name: "too many and too soon", given: admitted(1_000_000, 1), want: ["budget_rate", "budget_interval"] },
  { name: "unknown use", given: { budget: undefined }, want: ["budget_rate"] },
])("pace: $name", ({ given, want }) => expect(paceBudget(facts(given))).toEqual(want));

test.each([
  { repeats: 2, want: [] },
  { repeats: 3, want: ["no_progress"] },
  { repeats: undefined, want: ["no_progress"] },
])("progress: $repeats times the same", ({ repeats, want }) => expect(progress(facts({ repeats }))).toEqual(want));
