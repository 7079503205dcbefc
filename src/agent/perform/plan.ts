import * as z from "zod";
import type { OutputOf } from "../../contract/outputs.js";
import { sealPlan } from "../../core/seal/index.js";
import { PlannerError } from "../../contract/errors.js";
import type { RunContext } from "../context.js";
import type { Look, Plan } from "../ports.js";
import { answered } from "./answered.js";

/** Answers to what the last turn asked to see, as far as it was carried out. */
const looksOf = async (run: RunContext, frameId: number, signal: AbortSignal): Promise<readonly Look[]> => {
  const { vault, ports } = run;
  const done = vault.actions.slice(0, vault.stoppedAt ?? vault.actions.length);
  const looks: Look[] = [];
  for (const [index, action] of done.entries()) {
    if (action?.type === "zoom") {
      const { region } = action;
      looks.push({ type: "zoom", region, picture: async () => ports.desktop.picture(frameId, signal, region) });
    }
    if (action?.type === "cursor_position")
      looks.push({ type: "cursor_position", ...answered("pointer", place, await ports.desktop.pointer(signal)) });
    const text = vault.clipboards.get(index);
    if (text !== undefined) looks.push({ type: "clipboard_read", text });
  }
  return looks;
};

const place = z.strictObject({ x: z.int(), y: z.int() });

const call = async (run: RunContext, request: OutputOf<"plan">, signal: AbortSignal): Promise<Plan> => {
  const { planFrame } = run.vault;
  if (planFrame === undefined) throw new PlannerError("there is no frame to plan on");
  const looks = await looksOf(run, planFrame.id, signal);
  return run.ports.planner.plan(
    {
      task: run.task,
      turn: run.vault.turn,
      frame: {
        id: planFrame.id,
        width: planFrame.width,
        height: planFrame.height,
        settled: planFrame.settled,
        picture: async () => run.ports.desktop.picture(planFrame.id, signal),
      },
      looks,
      refused: request.refused,
      executed: run.vault.executed,
      ceilings: {
        outputTokensMax: request.outputTokensMax,
        tokensLeft: request.tokensLeft,
        thinkingMsMax: run.policy.limits.thinkingMsMax,
      },
    },
    signal,
  );
};

/** Asks the planner once, and parses what it answers as data against the closed set of actions. */
export const plan = async (run: RunContext, request: OutputOf<"plan">, signal: AbortSignal) => {
  const { vault } = run;
  const answer: unknown = await call(run, request, signal).catch((cause: unknown) => {
    throw cause instanceof PlannerError ? cause : new PlannerError("the planner failed; see cause", cause);
  });
  signal.throwIfAborted();
  const { proposals, endTurn, usage } = (typeof answer === "object" && answer !== null ? answer : {}) as Partial<
    Record<keyof Plan, unknown>
  >;
  const sealed = sealPlan(
    // An answer that is no plan at all is one malformed proposal: refused, and charged, like any other.
    { proposals: Array.isArray(proposals) ? (proposals as unknown[]) : [undefined], endTurn: endTurn === true, usage },
    { policy: run.policy, observation: vault.observation, turn: vault.turn, previous: vault.actions, commit: run.secrets.commit },
  );
  vault.previous = vault.actions;
  vault.actions = sealed.actions;
  vault.turn += 1;
  vault.executed = 0;
  vault.stoppedAt = null;
  vault.clipboards = new Map();
  return { kind: "planned" as const, answer: sealed.planned };
};
