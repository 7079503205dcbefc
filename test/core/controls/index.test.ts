import { expect, test } from "vitest";
import { readdirSync } from "node:fs";
import { refusalCodes, refusals } from "../../../src/contract/refusals.ts";
import { controlList, judge, stages } from "../../../src/core/index.ts";
import { facts, policy, target } from "./facts.ts";

test("admission finds nothing wrong with good facts", () => expect(judge("admit", facts())).toEqual([]));

test("admission runs every control and gives every refusal, in the table's order", () => {
  const bad = facts({
    observations: [target({ title: null })],
    fresh: undefined,
    effects: undefined,
    surface: undefined,
    attestation: undefined,
    budget: undefined,
  });
  const codes = judge("admit", bad);
  expect(codes).toEqual([
    "target_unknown",
    "surface_unknown",
    "attestation_unknown",
    "effects_unknown",
    "frame_unknown",
    "budget_actions",
    "budget_rate",
  ]);
  expect(codes).toEqual(refusalCodes.filter((code) => codes.includes(code)));
});

test("a fact that is missing is never a permission", () => {
  const bare = { policy: policy(), policyDigest: "0".repeat(64), at: 0, wallMs: 0 };
  for (const stage of Object.keys(stages) as (keyof typeof stages)[]) {
    if (stage === "decide" || stage === "stepUp") continue; // judged only once effects are known, which say whether they are needed
    expect(judge(stage, bare), stage).not.toEqual([]);
  }
});

test("every control is one file, and the table names only controls and phases that there are", () => {
  const files = readdirSync("src/core/controls")
    .map((name) => name.replace(/\.ts$/, ""))
    .filter((name) => name !== "index");
  expect(files.length).toBeGreaterThan(10);
  const phases = ["policy", "clock", "journal", "dispatch", "progress", "cancellation", "run_decision", "decision", "step_up"];
  const named = new Set(refusalCodes.map((code) => refusals[code].control));
  expect([...named].filter((name) => ![...files, ...phases].includes(name))).toEqual([]);
  expect(new Set(controlList.flatMap(({ controls }) => controls)).size).toBeGreaterThanOrEqual(files.length);
});
