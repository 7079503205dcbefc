import { assert } from "../../base/assert.js";
import type { ActionPreview } from "../../contract/preview.js";
import { actionPreviewDigest, stepUpDigest } from "../digests.js";
import { judge } from "../controls/index.js";
import type { Answer, Handler, State } from "../state.js";
import { usedOf } from "./ending.js";
import { actionFacts, lastObservation } from "./facts-of.js";
import { refuse } from "./framing.js";
import { toRefreshing } from "./admitting.js";
import { request } from "./requests.js";

/** Effects are known and inside the policy; the action is previewed, under a nonce of its own (A20, A25). */
export const resolving: Handler<"resolved"> = (state, { effects, nonce }) => {
  const known: State = { ...state, pending: { effects } };
  const codes = judge("effects", actionFacts(known, lastObservation(known)));
  if (codes.length > 0) return refuse(known, codes);
  const preview = previewOf(known, nonce);
  const digest = actionPreviewDigest(preview);
  const previewed: State = {
    ...known,
    previews: state.previews + 1,
    spent: [...state.spent, nonce],
    // A batch previews several actions on one frame; its commitment is asked for once.
    ...(preview.frameId === state.sealed ? {} : { unsealed: preview.frameId }),
    pending: { effects, preview, digest, nonce },
  };
  const shown = { kind: "previewAction", preview, digest } as const;
  if (effects.class === "none") {
    const next = toRefreshing(previewed);
    return { state: next.state, outputs: [shown, ...next.outputs] };
  }
  return request(asking(previewed), "deciding", "decideAction", { digest, nonce }, [shown]);
};

const previewOf = (state: State, nonce: string): ActionPreview => {
  const { turn, planFrame, observation, pending } = state;
  const proposal = turn?.planned.proposals[turn.index];
  const target = observation?.target;
  assert(
    proposal?.form === "action" && planFrame !== undefined && pending.effects !== undefined,
    "a preview has an action, a frame and effects",
  );
  assert(target?.state === "viewable" && target.tuple !== null, "a preview has a target that the policy names");
  return {
    preview: "action",
    runId: state.policy.runId,
    policyDigest: state.policyDigest,
    nonce,
    sequence: state.previews,
    frameId: planFrame.id,
    window: target.tuple,
    action: proposal.action,
    effects: pending.effects,
    limitsUsed: usedOf(state),
    popupsVisible: observation?.popups.length ?? 0,
  };
};

const asking = (state: State): State => ({ ...state, pending: { ...state.pending, askedAt: state.at } });

/** Takes an answer in: the time it was pending does not age the frame. */
const answered = (state: State, part: { decision: Answer } | { stepUp: Answer }): State => {
  const { askedAt, ...pending } = state.pending;
  return { ...state, pendingUs: state.pendingUs + (state.at - (askedAt ?? state.at)), pending: { ...pending, ...part } };
};

export const deciding: Handler<"actionDecided"> = (state, { answer }) => {
  const decided = answered(state, { decision: answer });
  const codes = judge("decide", actionFacts(decided, lastObservation(decided)));
  if (codes.length > 0) return refuse(decided, codes);
  const { effects, digest, nonce } = decided.pending;
  assert(effects !== undefined && digest !== undefined && nonce !== undefined, "a decision follows a preview");
  if (effects.class === "external") return request(decided, "reobserving", "observe", { purpose: "decided" });
  return request(asking(decided), "steppingUp", "stepUp", { digest: stepUpDigest(digest), nonce });
};

export const steppingUp: Handler<"steppedUp"> = (state, { answer }) => {
  const decided = answered(state, { stepUp: answer });
  const codes = judge("stepUp", actionFacts(decided, lastObservation(decided)));
  return codes.length > 0 ? refuse(decided, codes) : request(decided, "reobserving", "observe", { purpose: "decided" });
};

/** While a person thought, target and focus may have changed: they are looked at again (A13). */
export const reobserving: Handler<"observed"> = (state, { observation }) => {
  const codes = judge("observe", actionFacts(state, [...lastObservation(state), observation]));
  return codes.length > 0 ? refuse(state, codes) : toRefreshing(state);
};
