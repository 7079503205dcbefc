import { expect, test } from "vitest";
import { requiredFacts, type Attestation, type Probe } from "../../../src/contract/attestation.ts";
import { attestation } from "../../../src/core/controls/attestation.ts";
import { facts, seen, target } from "./facts.ts";

const good = facts().attestation as Attestation;
const other = "0".repeat(64);
const [probe] = good.probes as [Probe];
const without = (name: string) => Object.fromEntries(Object.entries(good.facts).filter(([fact]) => fact !== name));
const judge = (changed: Partial<Attestation>) => attestation(facts({ attestation: { ...good, ...changed } }));

test.each<{ name: string; given: Partial<Attestation>; want: string[] }>([
  { name: "measured, bound, and all well", given: {}, want: [] },
  { name: "a statement of intent", given: { kind: "logical" }, want: ["attestation_logical_only"] },
  { name: "another run", given: { runId: "run-2" }, want: ["attestation_run_mismatch"] },
  { name: "another policy", given: { policyDigest: other }, want: ["attestation_policy_mismatch"] },
  { name: "another pid", given: { process: { pid: 1, startTicks: 99 } }, want: ["attestation_process_mismatch"] },
  {
    name: "the same pid, started at another time",
    given: { process: { pid: 4711, startTicks: 98 } },
    want: ["attestation_process_mismatch"],
  },
  { name: "one millisecond before its deadline", given: { validUntilMs: facts().wallMs + 1 }, want: [] },
  { name: "at its deadline", given: { validUntilMs: facts().wallMs }, want: ["attestation_expired"] },
  ...(["applications", "origins", "reads", "writes"] as const).map((list) => ({
    name: `${list} that are not exactly the policy's`,
    given: { allowlists: { ...good.allowlists, [list]: other } },
    want: ["attestation_allowlist_mismatch"],
  })),
  ...(["user", "mnt", "net", "pid", "ipc", "uts", "cgroup"] as const).map((name) => ({
    name: `the host's own ${name} namespace`,
    given: { namespaces: { ...good.namespaces, [name]: good.hostNamespaces[name] } },
    want: ["attestation_probe_failed"],
  })),
  ...requiredFacts.map((name) => ({
    name: `${name} not measured`,
    given: { facts: without(name) },
    want: ["attestation_unknown"],
  })),
  { name: "a fact that is wrong", given: { facts: { ...good.facts, seccomp: "wrong" } }, want: ["attestation_probe_failed"] },
  { name: "a fact that is unknown", given: { facts: { ...good.facts, more: "unknown" } }, want: ["attestation_unknown"] },
  {
    name: "a probe that was not refused",
    given: { probes: [{ ...probe, verdict: "not_as_expected" }] },
    want: ["attestation_probe_failed"],
  },
  {
    name: "a control that failed: the probe proves nothing",
    given: { probes: [{ ...probe, control: "failed" }] },
    want: ["attestation_probe_failed"],
  },
  { name: "a probe without a verdict", given: { probes: [{ ...probe, verdict: "unknown" }] }, want: ["attestation_unknown"] },
  { name: "a control without a result", given: { probes: [{ ...probe, control: "unknown" }] }, want: ["attestation_unknown"] },
  { name: "no probe", given: { probes: [] }, want: ["attestation_unknown"] },
  {
    name: "wrong and unknown: both reported",
    given: { runId: "run-2", probes: [] },
    want: ["attestation_run_mismatch", "attestation_unknown"],
  },
])("$name", ({ given, want }) => expect(judge(given)).toEqual(want));

test.each([
  { name: "none given", given: "absent" as const, want: ["attestation_absent"] },
  { name: "not possible here", given: "unavailable" as const, want: ["confinement_unavailable"] },
  { name: "not asked for", given: undefined, want: ["attestation_unknown"] },
])("$name", ({ given, want }) => expect(attestation(facts({ attestation: given }))).toEqual(want));

test("the process of the last observation is the one that counts", () => {
  expect(attestation(facts({ observations: [seen, target({ pid: 4712 })] }))).toEqual(["attestation_process_mismatch"]);
});
