import type { Plan, Planner, PlanRequest } from "../ports.js";

export type ScriptedTurn = Plan | ((request: PlanRequest, signal: AbortSignal) => Plan | Promise<Plan>);

/** A planner that answers from a list, one entry a call; after the last entry it ends its turn. */
export const scriptedPlanner = (turns: readonly ScriptedTurn[], identity = "scripted-planner"): Planner => {
  let next = 0;
  return {
    identity,
    plan: async (request, signal) => {
      const turn = turns[next];
      next += 1;
      if (turn === undefined) return { proposals: [], endTurn: true, usage: { inputTokens: 0, outputTokens: 0 } };
      return typeof turn === "function" ? turn(request, signal) : turn;
    },
  };
};

/** A turn that proposes these actions and reports a small usage. */
export const turn = (...proposals: Plan["proposals"]): Plan => ({
  proposals,
  endTurn: false,
  usage: { inputTokens: 10, outputTokens: 5 },
});
export const endTurn = (): Plan => ({ proposals: [], endTurn: true, usage: { inputTokens: 10, outputTokens: 5 } });
