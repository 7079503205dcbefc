import { bounds } from "../../contract/bounds.js";
import { compact, type Control } from "../facts.js";

/** There is room for one more planner call, its whole reserved output included. */
export const stepBudget: Control = ({ policy: { limits }, budget }) =>
  budget === undefined
    ? ["budget_steps"]
    : compact([
        budget.steps >= limits.stepsMax && "budget_steps",
        budget.tokens + limits.outputTokensPerCallMax > limits.tokensMax && "budget_tokens",
      ]);

/** What the planner call cost, and how long it took. `budget` already holds the charge. */
export const callBudget: Control = ({ policy: { limits }, budget, usage, thoughtUs }) => {
  if (budget === undefined || usage === undefined || usage.report === "malformed") return ["usage_malformed"];
  return compact([
    budget.tokens > limits.tokensMax && "budget_tokens",
    usage.report === "reported" && usage.outputTokens > limits.outputTokensPerCallMax && "budget_output_tokens",
    (thoughtUs === undefined || thoughtUs > limits.thinkingMsMax * 1000) && "budget_thinking_time",
  ]);
};

/** There is room for one more action at all. Judged before a person is asked. */
export const actionBudget: Control = ({ policy: { limits }, budget }) =>
  compact([(budget === undefined || budget.actions >= limits.actionsMax) && "budget_actions"]);

/** There is room for one more action now. */
export const paceBudget: Control = ({ policy: { limits }, budget, at }) => {
  if (budget === undefined) return ["budget_rate"];
  const last = budget.admittedAtUs.at(-1);
  const recent = budget.admittedAtUs.filter((then) => at - then < bounds.rateWindowMs * 1000).length;
  return compact([
    recent >= limits.actionsPerMinuteMax && "budget_rate",
    last !== undefined && at - last < limits.actionIntervalMsMin * 1000 && "budget_interval",
  ]);
};

/** The planner does something else than repeat itself on an unchanged screen. */
export const progress: Control = ({ repeats }) => compact([(repeats ?? bounds.repeatsMax) >= bounds.repeatsMax && "no_progress"]);
