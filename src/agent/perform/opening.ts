import { rawAttestation } from "../../contract/attestation.js";
import { policyAllowlists } from "../../core/index.js";
import { ask } from "../ask.js";
import { freshNonce, type RunContext } from "../context.js";
import { HostHookError } from "../../contract/errors.js";

/** Journals the run, then takes the display. A used run id takes nothing. */
export const open = async (run: RunContext, signal: AbortSignal) => {
  const { ports, policy, policyDigest } = run;
  const journal = await ports.journal
    .open({ runId: policy.runId, policyDigest, wallMs: ports.clock.wallMs() }, signal)
    .catch(() => "unavailable" as const);
  const lease = journal === "opened" ? await ports.desktop.lease(signal).catch(() => "unknown" as const) : ("unknown" as const);
  return {
    kind: "opened" as const,
    runId: policy.runId,
    policyDigest,
    journal,
    lease,
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
