import { goodAttestation } from "../../../src/agent/testing/index.ts";
import type { Attestation } from "../../../src/contract/attestation.ts";
import type { Bench } from "../run.ts";
import { after, click, type Case } from "./case.ts";

type Given = (good: Attestation) => unknown;
const answer =
  (change: Given) =>
  ({ clock }: Bench) => ({
    attestConfinement: async (request: Parameters<typeof goodAttestation>[0]) =>
      change(goodAttestation(request, clock.wallMs() + 1000)) as Attestation,
  });
const other = "0".repeat(64);

export const attestations: readonly Case[] = [
  {
    code: "confinement_unavailable",
    when: "the machine lacks a protection",
    hooks: answer(() => ({ kind: "unavailable", reason: "no_user_namespaces" })),
  },
  { code: "attestation_absent", when: "the host gives none", hooks: answer(() => undefined) },
  { code: "attestation_logical_only", when: "the host states an intent", hooks: answer((good) => ({ ...good, kind: "logical" })) },
  { code: "attestation_run_mismatch", when: "it is for another run", hooks: answer((good) => ({ ...good, runId: "run-0" })) },
  {
    code: "attestation_policy_mismatch",
    when: "it is for another policy",
    hooks: answer((good) => ({ ...good, policyDigest: other })),
  },
  {
    code: "attestation_process_mismatch",
    when: "it is for another process",
    hooks: answer((good) => ({ ...good, process: { ...good.process, pid: 1 } })),
  },
  {
    code: "attestation_process_mismatch",
    when: "the pid was used again",
    hooks: answer((good) => ({ ...good, process: { ...good.process, startTicks: 0 } })),
  },
  {
    code: "attestation_expired",
    when: "its deadline is now",
    hooks: answer((good) => ({ ...good, validUntilMs: good.validUntilMs - 1000 })),
  },
  {
    code: "attestation_expired",
    when: "its deadline passes during the run",
    hooks: answer((good) => good),
    turns: ({ clock }) => [after(() => clock.advanceMs(1000), click)],
  },
  {
    code: "attestation_allowlist_mismatch",
    when: "the confinement allows more to be written",
    hooks: answer((good) => ({ ...good, allowlists: { ...good.allowlists, writes: other } })),
  },
  {
    code: "attestation_probe_failed",
    when: "a probe was not refused",
    hooks: answer((good) => ({ ...good, probes: good.probes.map((probe) => ({ ...probe, verdict: "not_as_expected" })) })),
  },
  {
    code: "attestation_probe_failed",
    when: "a namespace is the host's own",
    hooks: answer((good) => ({ ...good, hostNamespaces: { ...good.hostNamespaces, net: good.namespaces.net } })),
  },
  {
    code: "attestation_probe_failed",
    when: "a measured fact is wrong",
    hooks: answer((good) => ({ ...good, facts: { ...good.facts, uid: "wrong" } })),
  },
  { code: "attestation_unknown", when: "a fact is missing", hooks: answer((good) => ({ ...good, facts: {} })) },
  { code: "attestation_unknown", when: "no probe was made", hooks: answer((good) => ({ ...good, probes: [] })) },
  {
    code: "attestation_unknown",
    when: "the hook throws",
    hooks: answer(() => {
      throw new Error("no");
    }),
  },
  { code: "attestation_unknown", when: "the hook answers something else", hooks: answer(() => ({ kind: "measured" })) },
];
