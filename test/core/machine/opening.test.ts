import { expect, test } from "vitest";
import type { Attestation } from "../../../src/contract/attestation.ts";
import type { Decision } from "../../../src/contract/decision.ts";
import type { ComputerUseRunPolicy } from "../../../src/contract/policy.ts";
import type { OutputKind } from "../../../src/contract/outputs.ts";
import type { RefusalCode } from "../../../src/contract/refusals.ts";
import {
  attestationDigest,
  begin,
  policyAllowlists,
  policyDigest,
  runPreviewDigest,
  step,
  type State,
} from "../../../src/core/index.ts";
import { facts, policy, seen, target } from "../controls/facts.ts";
import { input, kinds, now, outputOf, startedAt, wallMs } from "./states.ts";

const nonce = "a".repeat(32);
const under = (given: ComputerUseRunPolicy): State => ({ ...begin(given, policyDigest(given)), startedAt, at: now, wallMs });
const opened = {
  runId: "run-1",
  policyDigest: "0".repeat(64),
  journal: "opened" as const,
  lease: "held" as const,
  egressGate: true,
  supported: [...policy().actions],
  challenge: null,
};
const observing = (given = policy()) => step(under(given), input("opened", opened));
const attesting = (given = policy(), observation = seen) => step(observing(given).state, input("observed", { observation }));
const measured = facts().attestation as Attestation;
const attested = (given = policy(), attestation: Attestation | "absent" | { kind: "unavailable" } = measured) =>
  step(attesting(given).state, input("attested", { attestation: attestation as Attestation, nonce }));

test.each<[string, object, readonly OutputKind[]]>([
  ["all there", {}, ["observe"]],
  ["a busy display", { lease: "busy" }, ["refuse", "end", "release"]],
])("opened: %s", (_, changed, want) => {
  const next = step(under(policy()), input("opened", { ...opened, ...changed }));
  expect(kinds(next)).toEqual(want);
  expect(next.state.opened).toMatchObject(changed);
  if (want.includes("observe")) expect(outputOf(next, "observe").purpose).toBe("open");
});

test("a run begins with nothing refused", () => expect(under(policy()).refused).toEqual([]));

test("the window that is seen first is the one that the run is bound to", () => {
  const next = attesting();
  expect(kinds(next)).toEqual(["attest"]);
  expect(next.state).toMatchObject({ observation: seen, bound: seen.target });
  expect(kinds(attesting(policy(), target({ tuple: null })))).toEqual(["refuse", "end", "release"]);
});

const refusedWith = (given: Attestation | "absent" | { kind: "unavailable" }) => outputOf(attested(policy(), given), "end").codes;
test.each<[string, Parameters<typeof refusedWith>[0], readonly RefusalCode[]]>([
  ["none", "absent", ["attestation_absent"]],
  ["one that cannot be made here", { kind: "unavailable" }, ["confinement_unavailable"]],
  ["one for another run", { ...measured, runId: "run-2" }, ["attestation_run_mismatch"]],
])("attested: %s", (_, given, codes) => expect(refusedWith(given)).toEqual(codes));

test("a person is asked about the whole authority of the run", () => {
  const next = attested();
  const { preview, digest } = outputOf(next, "previewRun");
  expect(preview).toEqual({
    preview: "run",
    runId: "run-1",
    policyDigest: policyDigest(policy()),
    nonce,
    authority: policy(),
    target: seen,
    attestationDigest: attestationDigest(measured),
  });
  expect(digest).toBe(runPreviewDigest(preview));
  expect(outputOf(next, "decideRun")).toMatchObject({ digest, nonce });
  expect(next.state).toMatchObject({ attestation: measured, runPreview: { digest, nonce }, spent: [nonce], phase: "confirming" });
});

const looking = (changed: Partial<ComputerUseRunPolicy> = {}) =>
  policy({ actions: ["screenshot", "wait"], files: { read: [], write: [] }, network: { origins: [] }, ...changed });
const files = policy().files;
test.each<[string, ComputerUseRunPolicy, readonly OutputKind[]]>([
  ["that only looks and is granted nothing", looking(), ["previewRun", "capture"]],
  ["that may do one thing besides looking", looking({ actions: ["screenshot", "click"] }), ["previewRun", "decideRun"]],
  ["that may read a file", looking({ files: { read: files.read, write: [] } }), ["previewRun", "decideRun"]],
  ["that may write a file", looking({ files: { read: [], write: files.write } }), ["previewRun", "decideRun"]],
  ["that may reach an origin", looking({ network: { origins: ["https://a.example"] } }), ["previewRun", "decideRun"]],
  ["that may read and write a file", looking({ files: { read: files.read, write: files.write } }), ["previewRun", "decideRun"]],
  [
    "that may reach an origin and write a file",
    looking({ files: { read: [], write: files.write }, network: { origins: ["https://a.example"] } }),
    ["previewRun", "decideRun"],
  ],
])("a run %s", (_, given, want) => {
  const next = attested(given, { ...measured, policyDigest: policyDigest(given), allowlists: policyAllowlists(given) });
  expect(kinds(next)).toEqual(want);
  expect(next.state.spent).toEqual([nonce]);
});

test("decided: approved for this preview, denied, or not at all", () => {
  const { state } = attested();
  const answer = (changed: Partial<Decision>): Decision => ({
    actor: { policyIndex: 0 },
    decision: "approve",
    nonce,
    previewDigest: state.runPreview?.digest ?? "",
    expiresAtMs: wallMs + 1,
    ...changed,
  });
  const decided = (given: Decision | "absent", from = state) => step(from, input("runDecided", { answer: given }));
  expect(outputOf(decided(answer({})), "capture")).toMatchObject({ purpose: "plan", compareTo: null });
  expect(outputOf(decided(answer({ decision: "deny" })), "end").codes).toEqual(["run_denied"]);
  expect(outputOf(decided("absent"), "end").codes).toEqual(["run_decision_absent"]);
  const { runPreview: _, ...unasked } = state;
  expect(outputOf(decided(answer({}), unasked), "end").codes).toEqual(["run_decision_unknown"]);
});

test("without an observation nothing is attested for", () => {
  const { observation: _, ...blind } = attesting().state;
  const next = step(blind, input("attested", { attestation: measured, nonce }));
  expect(outputOf(next, "end").codes).toContain("target_unknown");
});
