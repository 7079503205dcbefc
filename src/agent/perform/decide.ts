import { rawDecision, type Decision } from "../../contract/decision.js";
import type { OutputOf } from "../../contract/outputs.js";
import type { ActionPreview } from "../../contract/preview.js";
import { HostHookError } from "../../contract/errors.js";
import { sealActor } from "../../core/seal/index.js";
import { characters, openCommitment, type Presentation } from "../../core/index.js";
import { ask } from "../ask.js";
import type { RunContext } from "../context.js";

const seal = (
  run: RunContext,
  confirmers: readonly string[],
  raw: Awaited<ReturnType<typeof ask<typeof rawDecision>>>,
): Decision | "absent" => (raw === undefined ? "absent" : { ...raw, actor: sealActor(confirmers, raw.actor, run.secrets.commit) });

export const decideRun = async (run: RunContext, signal: AbortSignal) => {
  const shown = run.vault.runPreview;
  if (shown === undefined) throw new HostHookError("confirmRun", "hook_failed", "there is no preview to decide on");
  const raw = await ask("confirmRun", rawDecision, async () => run.ports.hooks.confirmRun({ ...shown, signal }));
  return { kind: "runDecided" as const, answer: seal(run, run.policy.confirmers.run, raw) };
};

/** The text in clear, with the salt that opens its commitment: for the person who decides, and never recorded. */
const presentationOf = (run: RunContext, preview: ActionPreview): Presentation | undefined => {
  const action = run.vault.actions[run.vault.proposal];
  const secret = "text" in preview.action || ("key" in preview.action && "text" in preview.action.key);
  if (action === undefined || !secret) return undefined;
  const text = "text" in action ? action.text : "chord" in action ? action.chord : "";
  const salt = run.secrets.saltOf({ kind: "text", turn: run.vault.turn - 1, index: run.vault.proposal });
  return { text, salt, textLength: characters(text), textHash: openCommitment(salt, text) };
};

type Asked = { readonly hook: "confirmAction" | "stepUp"; readonly digest: string; readonly confirmers: readonly string[] };

const decideOn = async (run: RunContext, { hook, digest, confirmers }: Asked, signal: AbortSignal) => {
  const shown = run.vault.actionPreview;
  if (shown === undefined) throw new HostHookError(hook, "hook_failed", "there is no preview to decide on");
  const question = {
    preview: shown.preview,
    digest,
    presentation: presentationOf(run, shown.preview),
    picture: async () => run.ports.desktop.picture(shown.preview.frameId, signal),
    signal,
  };
  return seal(run, confirmers, await ask(hook, rawDecision, async () => run.ports.hooks[hook](question)));
};

export const decideAction = async (run: RunContext, { digest }: OutputOf<"decideAction">, signal: AbortSignal) => ({
  kind: "actionDecided" as const,
  answer: await decideOn(run, { hook: "confirmAction", digest, confirmers: run.policy.confirmers.action }, signal),
});

export const stepUp = async (run: RunContext, { digest }: OutputOf<"stepUp">, signal: AbortSignal) => ({
  kind: "steppedUp" as const,
  answer: await decideOn(run, { hook: "stepUp", digest, confirmers: run.policy.confirmers.stepUp }, signal),
});
