import { expect, test } from "vitest";
import { sortRefusals } from "../../../src/contract/refusals.ts";
import { codeOfDifference, difference, type DispatchOutcome } from "../../../src/contract/dispatch.ts";
import type { Completion, Effects } from "../../../src/contract/effects.ts";
import type { InputOf } from "../../../src/contract/inputs.ts";
import { completion } from "../../../src/core/controls/completion.ts";
import { effects } from "../../../src/core/controls/effects.ts";
import { expiry } from "../../../src/core/controls/expiry.ts";
import { opening } from "../../../src/core/controls/opening.ts";
import { outcomeCodes } from "../../../src/core/controls/outcome.ts";
import { actionTypes } from "../../../src/contract/actions.ts";
import { facts, policy } from "./facts.ts";

const checked = { required: 0, passed: true, evidenceDigest: "a".repeat(64) };
const verified = (changed: Partial<Completion>): Completion => ({ verifier: 0, checks: [checked], outputs: [], ...changed });
test.each<{ name: string; given: Completion | "absent" | undefined; want: string[] }>([
  { name: "passed, with evidence, by a listed verifier", given: verified({}), want: [] },
  { name: "only the model says so", given: "absent", want: ["completion_model_only"] },
  { name: "the verifier could not be asked", given: undefined, want: ["completion_unknown"] },
  { name: "not passed", given: verified({ checks: [{ ...checked, passed: false }] }), want: ["completion_check_failed"] },
  {
    name: "given twice, once not passed",
    given: verified({ checks: [checked, { ...checked, passed: false }] }),
    want: ["completion_check_failed"],
  },
  {
    name: "another check in its place",
    given: verified({ checks: [{ ...checked, required: null }] }),
    want: ["completion_check_missing"],
  },
  {
    name: "no evidence",
    given: verified({ checks: [{ ...checked, evidenceDigest: null }] }),
    want: ["completion_evidence_invalid"],
  },
  {
    name: "no evidence for a check nobody asked for",
    given: verified({ checks: [checked, { required: null, passed: true, evidenceDigest: null }] }),
    want: ["completion_evidence_invalid"],
  },
  { name: "by another verifier", given: verified({ verifier: null }), want: ["completion_verifier_not_allowed"] },
  {
    name: "all wrong: all reported",
    given: verified({ verifier: null, checks: [{ required: null, passed: true, evidenceDigest: null }] }),
    want: ["completion_check_missing", "completion_evidence_invalid", "completion_verifier_not_allowed"],
  },
])("completion: $name", ({ given, want }) => expect(completion(facts({ completion: given }))).toEqual(want));

const commitment = "0".repeat(64);
const named = (changed: Partial<Effects>): Effects => ({
  class: "none",
  origins: [],
  reads: [],
  writes: [],
  complete: true,
  ...changed,
});
const outside = [
  { coveredBy: 0, commitment },
  { coveredBy: null, commitment },
];
test.each<{ name: string; given: Effects | undefined; want: string[] }>([
  { name: "complete and inside", given: named({ writes: [{ coveredBy: 0, commitment }] }), want: [] },
  { name: "not known", given: undefined, want: ["effects_unknown"] },
  { name: "no class", given: named({ class: null }), want: ["effects_unknown"] },
  { name: "not complete", given: named({ complete: false }), want: ["effects_unknown"] },
  {
    name: "an origin, and yet no effect outside",
    given: named({ origins: [{ coveredBy: 0, commitment }] }),
    want: ["effects_unknown"],
  },
  {
    name: "each outside: each reported",
    given: named({ class: "external", origins: outside, reads: outside, writes: outside }),
    want: ["origin_not_allowed", "read_not_allowed", "write_not_allowed"],
  },
])("effects: $name", ({ given, want }) => expect(effects(facts({ effects: given }))).toEqual(want));

const opened: InputOf<"opened"> = {
  kind: "opened",
  at: 0,
  wallMs: 0,
  clock: "ok",
  runId: "run-1",
  policyDigest: commitment,
  journal: "opened",
  lease: "held",
  egressGate: false,
  supported: [...actionTypes],
  challenge: null,
};
const origins = policy({ network: { origins: ["https://a.example"] } });
test.each<{ name: string; given: Parameters<typeof facts>[0]; want: string[] }>([
  { name: "all there", given: { opened }, want: [] },
  { name: "no answer", given: { opened: undefined }, want: ["journal_unavailable"] },
  {
    name: "an action that the executor cannot do",
    given: { opened: { ...opened, supported: ["click"] } },
    want: ["policy_invalid"],
  },
  {
    name: "a used run id: no word about the lease",
    given: { opened: { ...opened, journal: "reused", lease: "unknown" } },
    want: ["run_id_reused"],
  },
  {
    name: "no ledger: no word about the lease",
    given: { opened: { ...opened, journal: "unavailable", lease: "unknown" } },
    want: ["journal_unavailable"],
  },
  { name: "a busy display", given: { opened: { ...opened, lease: "busy" } }, want: ["display_busy"] },
  { name: "a lease that failed", given: { opened: { ...opened, lease: "unknown" } }, want: ["display_unknown"] },
  { name: "origins without a gate", given: { opened, policy: origins }, want: ["egress_gate_absent"] },
  { name: "origins with a gate", given: { opened: { ...opened, egressGate: true }, policy: origins }, want: [] },
])("opening: $name", ({ given, want }) => expect(opening(facts(given))).toEqual(want));

const end = Date.UTC(2030, 0, 1);
test.each([
  { name: "one millisecond before", wallMs: end - 1, want: [] },
  { name: "at its end", wallMs: end, want: ["policy_expired"] },
])("expiry: $name", ({ wallMs, want }) => expect(expiry(facts({ wallMs }))).toEqual(want));

test.each<{ name: string; given: DispatchOutcome; want: string[] }>([
  ...(["target", "same_client", "none"] as const).map((deliveredTo) => ({
    name: `delivered to ${deliveredTo}`,
    given: { outcome: "dispatched" as const, deliveredTo, eventsSent: 2, grabUs: 1 },
    want: [],
  })),
  {
    name: "every difference",
    given: { outcome: "precondition_failed", differences: [...difference.options] },
    want: [...sortRefusals(difference.options.map((name) => codeOfDifference[name]))],
  },
  {
    name: "two differences, out of the table's order",
    given: { outcome: "precondition_failed", differences: ["focus", "surface"] },
    want: ["point_not_in_target", "focus_elsewhere"],
  },
  {
    name: "half of it, until the focus was stolen",
    given: {
      outcome: "partial",
      segmentsSent: 3,
      segments: 9,
      eventsSent: 4,
      stoppedBy: { outcome: "precondition_failed", differences: ["focus", "title"] },
    },
    want: ["title_mismatch", "focus_elsewhere"],
  },
  {
    name: "half of it, and then to another client",
    given: { outcome: "partial", segmentsSent: 3, segments: 9, eventsSent: 4, stoppedBy: { outcome: "misdelivered" } },
    want: ["misdelivered"],
  },
  { name: "another client got it", given: { outcome: "misdelivered" }, want: ["misdelivered"] },
])("outcome: $name", ({ given, want }) => expect(outcomeCodes(given)).toEqual(want));
