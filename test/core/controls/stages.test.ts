import { expect, test } from "vitest";
import type { RefusalCode } from "../../../src/contract/refusals.ts";
import type { Facts } from "../../../src/core/facts.ts";
import { controlList, judge, type Stage } from "../../../src/core/index.ts";
import { click, facts, frame, policy, seen, target } from "./facts.ts";

const decided = (confirmers: readonly string[]): NonNullable<Facts["decision"]> => ({
  answer: "absent",
  digest: "d".repeat(64),
  nonce: "e".repeat(32),
  spent: [],
  confirmers,
});
const external: Facts["effects"] = { class: "external", origins: [], reads: [], writes: [], complete: true };

/** For each control one fact that it, and no other control of its stages, objects to. */
const objections: Readonly<Record<string, readonly [RefusalCode, Partial<Facts>]>> = {
  opening: [
    "display_busy",
    {
      opened: {
        kind: "opened",
        at: 0,
        wallMs: 1_796_000_000_000,
        clock: "ok",
        runId: policy().runId,
        policyDigest: "0".repeat(64),
        journal: "opened",
        lease: "busy",
        egressGate: false,
        supported: [...policy().actions],
        challenge: null,
      },
    },
  ],
  expiry: ["policy_expired", { wallMs: 9_000_000_000_000 }],
  application: ["application_unknown", { observations: [target({ application: null })] }],
  window: ["title_mismatch", { observations: [target({ title: { commitment: "1".repeat(64) } })] }],
  focus: ["focus_root", { observations: [{ ...seen, focus: { kind: "root" } }] }],
  ignored: [
    "policy_invalid",
    { policy: policy({ frame: { ...policy().frame, ignore: [{ x: 0, y: 0, width: 800, height: 600 }] } }) },
  ],
  attestation: ["attestation_absent", { attestation: "absent" }],
  runDecision: ["run_decision_absent", { runDecision: decided(policy().confirmers.run) }],
  stillness: ["frame_unsettled", { fresh: frame({ id: 2, capturedAtUs: 1_390_000, comparedTo: 1, equal: true, settled: false }) }],
  frame: ["frame_changed", { fresh: frame({ id: 2, capturedAtUs: 1_390_000, comparedTo: 1, equal: false }) }],
  stepBudget: ["budget_steps", { budget: { steps: 1e9, actions: 0, tokens: 0, admittedAtUs: [] } }],
  callBudget: ["usage_malformed", { usage: { report: "malformed" }, thoughtUs: 0, repeats: 1 }],
  progress: ["no_progress", { repeats: 3, usage: { report: "reported", inputTokens: 1, outputTokens: 1 }, thoughtUs: 0 }],
  action: ["action_bound_exceeded", { proposal: { form: "action", action: { ...click, count: 9 } as typeof click } }],
  actionBudget: ["budget_actions", { budget: { steps: 1, actions: 1e9, tokens: 0, admittedAtUs: [] } }],
  paceBudget: ["budget_interval", { budget: { steps: 1, actions: 0, tokens: 0, admittedAtUs: [1_400_000] } }],
  surface: ["point_not_in_target", { surface: { kind: "root" } }],
  effects: ["effects_unknown", { effects: undefined }],
  decision: ["decision_absent", { effects: external, decision: decided(policy().confirmers.action) }],
  stepUp: [
    "step_up_absent",
    { effects: { ...external, class: "destructive" }, stepUp: decided(policy().confirmers.stepUp) } as Partial<Facts>,
  ],
  completion: ["completion_model_only", { completion: "absent" }],
};

/** Written a second time, from the design: what the list of controls must hold at the least, whatever it says of itself. */
const target3 = ["application", "window", "focus"];
const wanted = {
  open: ["opening", "expiry"],
  observe: ["expiry", ...target3, "ignored"],
  attest: ["expiry", ...target3, "attestation"],
  confirm: ["expiry", "runDecision"],
  frame: ["expiry", ...target3, "ignored", "stillness"],
  step: ["stepBudget"],
  planned: ["callBudget", "progress"],
  propose: ["action", "actionBudget"],
  look: ["action"],
  effects: ["effects"],
  decide: ["decision"],
  stepUp: ["decision", "stepUp"],
  admit: [
    "expiry",
    ...target3,
    "surface",
    "attestation",
    "action",
    "effects",
    "decision",
    "stepUp",
    "stillness",
    "frame",
    "actionBudget",
    "paceBudget",
  ],
  complete: ["completion"],
} as const satisfies Record<Stage, readonly string[]>;
const rows = Object.entries(wanted).flatMap(([stage, controls]) =>
  controls.map((control) => ({ stage: stage as Stage, control, code: objections[control]?.[0] })),
);

test.each(rows)("at $stage, $control refuses $code", ({ stage, control, code }) => {
  const [, changed] = objections[control] ?? [];
  const good =
    stage === "open" ? facts({ opened: { ...objections["opening"]?.[1].opened, lease: "held" } as Facts["opened"] }) : facts();
  expect(judge(stage, { ...good, ...changed })).toContain(code);
});

test("the list of controls is the one that is tested here", () => {
  const listed = controlList.flatMap(({ stage, controls }) => controls.map((control) => `${stage}: ${control}`));
  expect(listed.toSorted()).toEqual(rows.map(({ stage, control }) => `${stage}: ${control}`).toSorted());
});
