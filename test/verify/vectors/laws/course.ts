import { honestRecord } from "../../receipts.ts";
import { law, lawful, all, each, drop } from "../edit.ts";
import { observing, changedFrame, cancelled } from "../runs.ts";
import type { Vector } from "../vector.ts";

export const course: readonly Vector[] = [
  {
    check: "admissibility.planner",
    when: "the planner is also a confirmer",
    make: lawful(
      async () => ({ ...(await honestRecord()), planner: "operator" }),
      () => undefined,
    ),
  },
  {
    check: "admissibility.planner",
    when: "the planner is also the verifier",
    make: lawful(
      async () => ({ ...(await honestRecord()), planner: "file-verifier" }),
      () => undefined,
    ),
  },
  law(
    "admissibility.attestation",
    "nothing was attested",
    honestRecord,
    each("attested", (body) => void (body.attestation = "absent")),
  ),
  law(
    "admissibility.attestation",
    "the attestation is a statement of intent",
    honestRecord,
    each(
      "attested",
      ({ attestation }) =>
        typeof attestation === "object" && attestation.kind === "measured" && void (attestation.kind = "logical"),
    ),
  ),
  law(
    "admissibility.attestation",
    "the attested process is another",
    honestRecord,
    each(
      "attested",
      ({ attestation }) => typeof attestation === "object" && "process" in attestation && void (attestation.process.pid += 1),
    ),
  ),
  law(
    "admissibility.attestation",
    "a probe was not refused",
    honestRecord,
    each("attested", ({ attestation }) => {
      if (typeof attestation === "object" && "probes" in attestation)
        for (const probe of attestation.probes) probe.verdict = "not_as_expected";
    }),
  ),
  law(
    "admissibility.attestation",
    "the attested writes are a superset",
    honestRecord,
    each(
      "attested",
      ({ attestation }) =>
        typeof attestation === "object" && "allowlists" in attestation && void (attestation.allowlists.writes = "0".repeat(64)),
    ),
  ),
  law(
    "admissibility.run-preview",
    "another budget was shown",
    honestRecord,
    each("previewRun", ({ preview }) => void (preview.authority.limits.stepsMax = 3)),
  ),
  law(
    "admissibility.run-decision",
    "the run was denied",
    honestRecord,
    each("runDecided", ({ answer }) => answer !== "absent" && void (answer.decision = "deny")),
  ),
  law(
    "admissibility.run-decision",
    "nobody decided",
    honestRecord,
    each("runDecided", (body) => void (body.answer = "absent")),
  ),
  law("admissibility.run-decision", "a run that only looks asked somebody", observing, (events) => {
    const at = events.findIndex(({ body }) => body.kind === "previewRun");
    const shown = events[at];
    if (shown?.body.kind !== "previewRun") throw new Error("the run was not previewed");
    const { digest, preview } = shown.body;
    return [
      ...events.slice(0, at + 1),
      { ...shown, body: { kind: "decideRun" as const, untilUs: 9_000_000, digest, nonce: preview.nonce } },
      ...events.slice(at + 1),
    ];
  }),
  law("admissibility.sealing", "a key that types a character stands in clear", honestRecord, (events) =>
    all(events, "planned")
      .slice(-1)
      .forEach(
        ({ answer }) => void answer.proposals.push({ form: "action", action: { type: "key", key: { chord: "a" }, repeat: 1 } }),
      ),
  ),
  law(
    "admissibility.refusal",
    "the run went on after a refusal that ended it",
    changedFrame,
    each("refuse", (body) => void (body.replan = false)),
  ),
  law(
    "admissibility.completion",
    "a required check did not pass",
    honestRecord,
    each("completionChecked", ({ result }) => result !== "absent" && result.checks.forEach((one) => void (one.passed = false))),
  ),
  law(
    "admissibility.completion",
    "no verifier answered",
    honestRecord,
    each("completionChecked", (body) => void (body.result = "absent")),
  ),
  law(
    "admissibility.completion",
    "the evidence is no digest",
    honestRecord,
    each(
      "completionChecked",
      ({ result }) => result !== "absent" && result.checks.forEach((one) => void (one.evidenceDigest = null)),
    ),
  ),
  law(
    "admissibility.completion",
    "a verifier that the policy does not list",
    honestRecord,
    each("completionChecked", ({ result }) => result !== "absent" && void (result.verifier = null)),
  ),
  law("admissibility.completion", "the planner had not asked for the end", honestRecord, (events) =>
    all(events, "planned")
      .slice(-1)
      .forEach(({ answer }) => void (answer.endTurn = false)),
  ),
  law(
    "admissibility.cancellation",
    "the delay is said to be shorter",
    cancelled,
    each("cancelled", (body) => void (body.abortedAt -= 1)),
  ),
  law(
    "admissibility.cancellation",
    "it is said to have been late",
    cancelled,
    each("end", (body) => void (body.interruptLate = true)),
  ),
  law("admissibility.cancellation", "something was asked for after the signal", cancelled, (events) => {
    const at = events.findIndex(({ body }) => body.kind === "cancelled");
    const signal = events[at];
    if (signal === undefined) throw new Error("the run was not cancelled");
    const asked = { ...signal, body: { kind: "verifyCompletion" as const, frameId: 0, untilUs: 9_000_000 } };
    return [...events.slice(0, at + 1), asked, ...events.slice(at + 1)];
  }),
  law("admissibility.cleanup", "nothing was let go", honestRecord, drop("release", "released")),
  law("admissibility.cleanup", "the host did not clean up", honestRecord, drop("cleanUp", "cleanedUp")),
];
