import { requiredFacts, type Attestation } from "../../contract/attestation.js";
import { domainDigest } from "../../base/crypto/domain-digest.js";
import { allowedTarget } from "./targets.js";
import { allOf, before, breaches, broken, lastOf, wallMsAt, type Law } from "./transcript.js";

/** Facts that all hold, and probes that were all refused while their controls passed. */
const isSound = ({ facts, probes }: Attestation): boolean =>
  requiredFacts.every((name) => facts[name] === "ok") &&
  Object.values(facts).every((value) => value === "ok") &&
  probes.every(({ verdict, control }) => verdict === "as_expected" && control === "passed");

/** Measured confinement of the observed process, bound to run, policy and exact lists, before the run preview (A8, A9, A10). */
export const attestation: Law = (transcript) => {
  const { policy, policyDigest, entries } = transcript;
  return allOf(entries, "previewRun").flatMap((shown) => {
    const earlier = before(entries, shown);
    const given = lastOf(earlier, "attested")?.body.attestation;
    if (given === undefined || given === "absent" || given.kind === "unavailable")
      return [broken(shown, "no attestation came before it")];
    const seen = lastOf(earlier, "observed")?.body.observation;
    const target = seen === undefined ? undefined : allowedTarget(policy, seen);
    const lists: Record<string, unknown> = {
      applications: policy.applications,
      origins: policy.network.origins,
      reads: policy.files.read,
      writes: policy.files.write,
    };
    const exact = Object.entries(lists).every(
      ([name, list]) => given.allowlists[name as keyof Attestation["allowlists"]] === domainDigest(`allowlist-${name}`, list),
    );
    return breaches(
      shown,
      [given.kind !== "measured", "the attestation is a statement of intent"],
      [given.runId !== policy.runId || given.policyDigest !== policyDigest, "the attestation is for another run or policy"],
      [
        target === undefined || given.process.pid !== target.pid || given.process.startTicks !== target.startTicks,
        "the attested process is not the observed target's",
      ],
      [given.validUntilMs <= wallMsAt(transcript, shown), "the attestation had expired"],
      [!exact, "the attested allowlists are not exactly the policy's"],
      [!isSound(given), "a protection was missing, or could not be measured"],
      [shown.body.preview.attestationDigest !== domainDigest("attestation", given), "the preview names another attestation"],
    );
  });
};
