import { expect, test } from "vitest";
import type { Decision } from "../../../src/contract/decision.ts";
import { decision, runDecision, stepUp } from "../../../src/core/controls/decisions.ts";
import type { DecisionFacts, Facts } from "../../../src/core/facts.ts";
import { facts } from "./facts.ts";

const nonce = "a".repeat(32);
const earlier = "b".repeat(32);
const digest = "c".repeat(64);
const wallMs = 1000;
const good: Decision = { decision: "approve", actor: { policyIndex: 0 }, nonce, previewDigest: digest, expiresAtMs: 1001 };
const given = (answer: Decision | "absent"): DecisionFacts => ({
  answer,
  digest,
  nonce,
  spent: [earlier, nonce],
  confirmers: ["operator"],
});
const effects = (effect: "none" | "external" | "destructive" | "irreversible"): Facts["effects"] => ({
  class: effect,
  origins: [],
  reads: [],
  writes: [],
  complete: true,
});

const misfits: { name: string; answer: Decision; want: string[] }[] = [
  { name: "approved by a listed actor for this preview", answer: good, want: [] },
  {
    name: "by an actor that the list does not name",
    answer: { ...good, actor: { commitment: digest } },
    want: ["decision_actor_not_allowed"],
  },
  { name: "by an index past the list", answer: { ...good, actor: { policyIndex: 1 } }, want: ["decision_actor_not_allowed"] },
  { name: "for an earlier preview", answer: { ...good, nonce: earlier }, want: ["decision_replayed"] },
  { name: "with a nonce never drawn", answer: { ...good, nonce: "d".repeat(32) }, want: ["decision_nonce_mismatch"] },
  { name: "for other content", answer: { ...good, previewDigest: "e".repeat(64) }, want: ["decision_digest_mismatch"] },
  { name: "at its expiry", answer: { ...good, expiresAtMs: wallMs }, want: ["decision_expired"] },
];

test.each(misfits)("action: $name", ({ answer, want }) =>
  expect(decision(facts({ wallMs, effects: effects("external"), decision: given(answer) }))).toEqual(want),
);
test.each(misfits)("run: $name", ({ answer, want }) =>
  expect(runDecision(facts({ wallMs, runDecision: given(answer) }))).toEqual(want),
);
test.each(misfits)("step-up: $name", ({ answer, want }) =>
  expect(stepUp(facts({ wallMs, effects: effects("irreversible"), stepUp: given(answer) }))).toEqual(
    want.length > 0 ? ["step_up_denied"] : [],
  ),
);

test.each([
  {
    name: "denied",
    answer: { ...good, decision: "deny" } as const,
    want: [["decision_denied"], ["run_denied"], ["step_up_denied"]],
  },
  { name: "absent", answer: "absent" as const, want: [["decision_absent"], ["run_decision_absent"], ["step_up_absent"]] },
])("$name", ({ answer, want }) => {
  const all = facts({
    wallMs,
    effects: effects("destructive"),
    decision: given(answer),
    runDecision: given(answer),
    stepUp: given(answer),
  });
  expect([decision(all), runDecision(all), stepUp(all)]).toEqual(want);
});

test("not asked, or asking failed", () => {
  const all = facts({ effects: effects("destructive") });
  expect([decision(all), runDecision(all), stepUp(all)]).toEqual([
    ["decision_unknown"],
    ["run_decision_unknown"],
    ["step_up_unknown"],
  ]);
});

test.each([
  { effect: "none" as const, want: [[], []] },
  { effect: "external" as const, want: [["decision_unknown"], []] },
  { effect: "destructive" as const, want: [["decision_unknown"], ["step_up_unknown"]] },
  { effect: "irreversible" as const, want: [["decision_unknown"], ["step_up_unknown"]] },
])("what $effect effects need", ({ effect, want }) => {
  const all = facts({ effects: effects(effect) });
  expect([decision(all), stepUp(all)]).toEqual(want);
});

test("denied and expired: both reported", () => {
  expect(
    decision(facts({ wallMs, effects: effects("external"), decision: given({ ...good, decision: "deny", expiresAtMs: 0 }) })),
  ).toEqual(["decision_denied", "decision_expired"]);
});
