import { requiredFacts, type Attestation, type Namespaces } from "../../contract/attestation.js";
import { policyAllowlists } from "../digests.js";
import { compact, lastViewable, type Control, type Facts } from "../facts.js";

const names = ["user", "mnt", "net", "pid", "ipc", "uts", "cgroup"] as const satisfies readonly (keyof Namespaces)[];

const measuredWrong = (given: Attestation): boolean =>
  Object.values(given.facts).includes("wrong") ||
  given.probes.some((probe) => probe.verdict === "not_as_expected" || probe.control === "failed") ||
  names.some((name) => given.namespaces[name] === given.hostNamespaces[name]);

const notMeasured = (given: Attestation): boolean =>
  requiredFacts.some((name) => given.facts[name] === undefined) ||
  Object.values(given.facts).includes("unknown") ||
  given.probes.length === 0 ||
  given.probes.some((probe) => probe.verdict === "unknown" || probe.control === "unknown");

const bindings = (facts: Facts, given: Attestation) => {
  const target = lastViewable(facts);
  const lists = policyAllowlists(facts.policy);
  return compact([
    given.kind === "logical" && "attestation_logical_only",
    given.runId !== facts.policy.runId && "attestation_run_mismatch",
    given.policyDigest !== facts.policyDigest && "attestation_policy_mismatch",
    (given.process.pid !== target?.pid || given.process.startTicks !== target.startTicks) && "attestation_process_mismatch",
    facts.wallMs >= given.validUntilMs && "attestation_expired",
    (["applications", "origins", "reads", "writes"] as const).some((name) => given.allowlists[name] !== lists[name]) &&
      "attestation_allowlist_mismatch",
  ]);
};

/** The target is confined, as the host measured it, for this run, this policy, this process, with exactly these lists (A8-A10). */
export const attestation: Control = (facts) => {
  const given = facts.attestation;
  if (given === undefined) return ["attestation_unknown"];
  if (given === "absent") return ["attestation_absent"];
  if (given === "unavailable") return ["confinement_unavailable"];
  return [
    ...bindings(facts, given),
    ...compact([measuredWrong(given) && "attestation_probe_failed", notMeasured(given) && "attestation_unknown"]),
  ];
};
