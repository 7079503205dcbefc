import { rawAttestation } from "../../contract/attestation.js";
import { policyAllowlists } from "../../core/index.js";
import { ask } from "../ask.js";
import { freshNonce, type RunContext } from "../context.js";
import { noteProblem } from "../problems.js";
import type { Desktop } from "../ports.js";
import { HostHookError } from "../../contract/errors.js";

/** Desktops that a run of this process has taken: two runs on one connection would share its lease, and its end. */
const taken = new WeakSet<Desktop>();

const lease = async (run: RunContext, signal: AbortSignal): Promise<"held" | "busy" | "unknown"> => {
  const { ports, vault } = run;
  if (taken.has(ports.desktop)) return "busy";
  taken.add(ports.desktop);
  vault.leased = true;
  try {
    const answer: unknown = await ports.desktop.lease(signal);
    return answer === "held" || answer === "busy" ? answer : "unknown";
  } catch (error) {
    noteProblem(run, error);
    return "unknown";
  }
};

/** Lets go of the display, if this run is the one that asked for it. */
export const letGo = async (
  { ports, vault }: RunContext,
  signal: AbortSignal,
): Promise<{ keysDown: number; buttonsDown: number; selectionsOwned: number }> => {
  if (!vault.leased) return { keysDown: 0, buttonsDown: 0, selectionsOwned: 0 };
  vault.leased = false;
  try {
    return await ports.desktop.release(signal);
  } finally {
    taken.delete(ports.desktop);
  }
};

/** Whether the ledger holds the run, as far as it says so. */
const entry = async (run: RunContext, signal: AbortSignal): Promise<"opened" | "reused" | "unavailable"> => {
  const { ports, policy, policyDigest } = run;
  const wallMs = ports.clock.wallMs();
  try {
    const answer: unknown = await ports.journal.open({ runId: policy.runId, policyDigest, wallMs }, signal);
    return answer === "opened" || answer === "reused" ? answer : "unavailable";
  } catch (error) {
    noteProblem(run, error);
    return "unavailable";
  }
};

/** Journals the run, then takes the display. A used run id takes nothing. */
export const open = async (run: RunContext, signal: AbortSignal) => {
  const { ports, policy, policyDigest } = run;
  const journal = await entry(run, signal);
  run.vault.journaled = journal === "opened";
  signal.throwIfAborted();
  return {
    kind: "opened" as const,
    runId: policy.runId,
    policyDigest,
    journal,
    lease: journal === "opened" ? await lease(run, signal) : ("unknown" as const),
    // No egress gate exists in this version: a policy with origins is refused, never run without one.
    egressGate: false,
    supported: [...ports.desktop.supported],
    challenge: run.challenge,
  };
};

export const attest = async (run: RunContext, signal: AbortSignal) => {
  const { ports, policy, policyDigest, vault } = run;
  const target = vault.observation?.target;
  if (target?.state !== "viewable") throw new HostHookError("attestConfinement", "hook_failed", "there is no target to attest");
  const process = { pid: target.pid, startTicks: target.startTicks };
  const allowlists = policyAllowlists(policy);
  const raw = await ask("attestConfinement", rawAttestation, async () =>
    ports.hooks.attestConfinement({ policy, policyDigest, allowlists, process, signal }),
  );
  return { kind: "attested" as const, attestation: raw ?? ("absent" as const), nonce: freshNonce(run) };
};
