import * as z from "zod";
import { canonicalJson } from "../../base/json.js";
import type { Expected } from "../../contract/admitted.js";
import type { Action } from "../../contract/actions.js";
import { dispatchOutcome, type DispatchOutcome } from "../../contract/dispatch.js";
import { bucketOf } from "../../contract/proposal.js";
import type { Admission, OutputOf } from "../../contract/outputs.js";
import { characters, primitiveDigest, sealAction } from "../../core/index.js";
import { mint } from "../admissions.js";
import type { RunContext } from "../context.js";
import { noteProblem } from "../problems.js";
import { NativeError } from "../../contract/errors.js";
import { answered } from "./answered.js";
import { onDisplay, pointsOf } from "./capture.js";

export const journal = async (run: RunContext, request: OutputOf<"journal">, signal: AbortSignal) => {
  const durable = await run.ports.journal.intent(run.policy.runId, request.admission, signal).then(
    () => true,
    (error: unknown) => {
      noteProblem(run, error);
      return false;
    },
  );
  return { kind: "journaled" as const, durable };
};

/** What must still hold when the primitive is sent, from the last observation before admission. */
const expectedOf = (run: RunContext, admission: Admission, action: Action): Expected => {
  const { raw, observation } = run.vault;
  const title = run.policy.windows[admission.window]?.title;
  if (raw?.target.state !== "viewable" || observation === undefined || raw.focus.kind !== "window" || title === undefined)
    throw new NativeError("native_failed", "there is no observed target to act on");
  const { window, client, pid, startTicks, geometry } = raw.target;
  const places = pointsOf(action).flatMap((point) => onDisplay(point, observation) ?? []);
  return {
    frameId: admission.frameId,
    window,
    client,
    pid,
    startTicks,
    geometry,
    title,
    focusWindow: raw.focus.ancestry[0] ?? window,
    point: places[0],
    path: action.type === "drag" ? places : [],
    ownPopups: run.policy.popups === "same-client" && raw.popups.some((popup) => popup.client === client),
    ignore: run.policy.frame.ignore,
  };
};

/** Derives again what was admitted from what is about to be sent; a difference is a bug of ours, and nothing is sent. */
const isAdmitted = (run: RunContext, admission: Admission, action: Action): boolean => {
  const { vault, policy, secrets } = run;
  const again = sealAction(action, {
    policy,
    observation: vault.observation,
    turn: vault.turn - 1,
    index: vault.proposal,
    previous: vault.previous[vault.proposal],
    commit: secrets.commit,
  });
  return (
    canonicalJson(again) === canonicalJson(admission.action) && primitiveDigest(admission.action) === admission.primitiveDigest
  );
};

/** What an action of one burst cannot come to: a desktop that says so is not to be believed. */
const refuseImpossible = ({ type }: Action, outcome: DispatchOutcome): void => {
  const parts = type === "type" || type === "drag" || type === "hold_key";
  const half = outcome.outcome === "partial" && (!parts || outcome.segmentsSent >= outcome.segments);
  if (half || (outcome.outcome === "dispatched" && outcome.clipboard !== undefined))
    throw new NativeError("native_failed", `the desktop's dispatch: a ${type} does not come to that outcome`);
};

/** The outcome as it is recorded: a text that was read goes to the vault, and its commitment into the outcome. */
const withClipboard = (run: RunContext, action: Action, outcome: DispatchOutcome): DispatchOutcome => {
  if (action.type !== "clipboard_read" || outcome.outcome !== "dispatched") return outcome;
  const { vault, secrets, ports } = run;
  const text = answered("takeClipboard", z.string(), ports.desktop.takeClipboard());
  vault.clipboards = new Map([...vault.clipboards, [vault.proposal, text]]);
  const commitment = secrets.commit({ kind: "text", turn: vault.turn - 1, index: vault.proposal }, text);
  return { ...outcome, clipboard: { commitment, lengthBucket: bucketOf(characters(text)) } };
};

/** Mints the one permission, has it spent by the executor, once, and journals what became of it. */
export const dispatch = async (run: RunContext, request: OutputOf<"dispatch">, signal: AbortSignal) => {
  const { admission } = request;
  const action = run.vault.actions[run.vault.proposal];
  if (action === undefined || !isAdmitted(run, admission, action))
    throw new NativeError("native_failed", "the primitive is not the one that was admitted; nothing was sent");
  const minted = mint({ admission, primitive: action, expected: expectedOf(run, admission, action) });
  const answer = answered("dispatch", dispatchOutcome, await run.ports.desktop.dispatch(minted, signal));
  refuseImpossible(action, answer);
  const outcome = withClipboard(run, action, answer);
  // The run has gone on, or ended, without this answer: it has its end in the ledger, and nothing belongs behind that.
  signal.throwIfAborted();
  if (outcome.outcome === "dispatched") run.vault.executed += 1;
  const journaled = await run.ports.journal.outcome(run.policy.runId, admission.admission, outcome, signal).then(
    () => true,
    (error: unknown) => {
      noteProblem(run, error);
      return false;
    },
  );
  return { kind: "dispatched" as const, outcome, journaled };
};
