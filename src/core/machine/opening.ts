import { isActive } from "../../contract/actions.js";
import type { Attestation } from "../../contract/attestation.js";
import type { Observation } from "../../contract/observation.js";
import type { ComputerUseRunPolicy } from "../../contract/policy.js";
import type { RunPreview } from "../../contract/preview.js";
import { judge } from "../controls/index.js";
import { attestationDigest, runPreviewDigest } from "../digests.js";
import type { Handler, Step } from "../state.js";
import { endRefused } from "./ending.js";
import { baseFacts, lastObservation, runDecisionFacts } from "./facts-of.js";
import { toFraming } from "./framing.js";
import { request } from "./requests.js";

export const opening: Handler<"opened"> = (state, input) => {
  const opened = { ...state, opened: input };
  const codes = judge("open", baseFacts(opened));
  return codes.length > 0 ? endRefused(opened, codes) : request(opened, "observing", "observe", { purpose: "open" });
};

/** Before anything is decided the target must be there, be the right one, and hold the focus (A8). */
export const observing: Handler<"observed"> = (state, { observation }) => {
  const codes = judge("observe", { ...baseFacts(state), observations: [observation] });
  if (codes.length > 0) return endRefused(state, codes);
  const { target } = observation;
  const bound = target.state === "viewable" ? target : undefined;
  return request({ ...state, observation, ...(bound === undefined ? {} : { bound }) }, "attesting", "attest", {});
};

/** Observing only, and nothing granted: such a run asks nobody (A16). */
const isObservational = (policy: ComputerUseRunPolicy): boolean =>
  !policy.actions.some(isActive) && policy.network.origins.length + policy.files.read.length + policy.files.write.length === 0;

export const attesting: Handler<"attested"> = (state, input) => {
  const given =
    typeof input.attestation === "string"
      ? input.attestation
      : input.attestation.kind === "unavailable"
        ? "unavailable"
        : input.attestation;
  const codes = judge("attest", { ...baseFacts(state), observations: lastObservation(state), attestation: given });
  const [observation] = lastObservation(state);
  if (codes.length > 0 || given === "absent" || given === "unavailable" || observation === undefined)
    return endRefused(state, codes);
  const preview = previewOf(state.policy, state.policyDigest, observation, given, input.nonce);
  const digest = runPreviewDigest(preview);
  const shown = { kind: "previewRun", preview, digest } as const;
  const attested = {
    ...state,
    attestation: given,
    runPreview: { digest, nonce: input.nonce },
    spent: [...state.spent, input.nonce],
  };
  if (!isObservational(state.policy)) return request(attested, "confirming", "decideRun", { digest, nonce: input.nonce }, [shown]);
  const next = toFraming(attested);
  return { state: next.state, outputs: [shown, ...next.outputs] };
};

const previewOf = (
  authority: ComputerUseRunPolicy,
  policyDigest: string,
  target: Observation,
  attestation: Attestation,
  nonce: string,
): RunPreview => ({
  preview: "run",
  runId: authority.runId,
  policyDigest,
  nonce,
  authority,
  target,
  attestationDigest: attestationDigest(attestation),
});

export const confirming: Handler<"runDecided"> = (state, { answer }): Step => {
  const codes = judge("confirm", { ...baseFacts(state), runDecision: runDecisionFacts(state, answer) });
  return codes.length > 0 ? endRefused(state, codes) : toFraming(state);
};
