import { action as actionSchema, type Action } from "../../contract/actions.js";
import { bounds } from "../../contract/bounds.js";
import { freeze } from "../../contract/plain.js";
import type { Observation } from "../../contract/observation.js";
import type { ComputerUseRunPolicy } from "../../contract/policy.js";
import type { Planned, Proposal, Usage } from "../../contract/proposal.js";
import { sealAction } from "./action.js";
import type { Commit } from "./commit.js";

/** A planner's answer before it is looked at: whatever came. */
export type RawPlan = { readonly proposals: readonly unknown[]; readonly endTurn: boolean; readonly usage: unknown };

/** The turn, sealed for the machine, and its parsed actions, which stay in the vault. `undefined` marks a malformed one. */
export type SealedPlan = { readonly planned: Planned; readonly actions: readonly (Action | undefined)[] };

/** Beyond the bound sums would no longer be whole: such a report is no usage of a real call. */
const whole = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= bounds.usageTokensMax && !Object.is(value, -0);

export const sealUsage = (usage: unknown): Usage => {
  if (usage === undefined || usage === null) return { report: "missing" };
  if (typeof usage !== "object") return { report: "malformed" };
  const { inputTokens, outputTokens } = usage as { inputTokens?: unknown; outputTokens?: unknown };
  return whole(inputTokens) && whole(outputTokens) ? { report: "reported", inputTokens, outputTokens } : { report: "malformed" };
};

export const sealPlan = (
  raw: RawPlan,
  place: {
    readonly policy: ComputerUseRunPolicy;
    readonly observation: Observation | undefined;
    readonly turn: number;
    readonly previous: readonly (Action | undefined)[];
    readonly commit: Commit;
  },
): SealedPlan => {
  const kept = raw.proposals.slice(0, bounds.proposalsPerTurnMax);
  const actions = kept.map((proposal) => {
    try {
      const parsed = actionSchema.safeParse(proposal);
      // A public point is one object in the vault and in the sealed action: changed in one, it would be changed in both.
      return parsed.success ? freeze(parsed.data) : undefined;
    } catch {
      // A getter of the proposal threw while it was read: no action, whatever it may have become.
      return undefined;
    }
  });
  const proposals = actions.map((action, index): Proposal =>
    action === undefined
      ? { form: "malformed" }
      : { form: "action", action: sealAction(action, { ...place, index, previous: place.previous[index] }) },
  );
  return {
    planned: { proposals, truncated: raw.proposals.length > kept.length, endTurn: raw.endTurn, usage: sealUsage(raw.usage) },
    actions,
  };
};
