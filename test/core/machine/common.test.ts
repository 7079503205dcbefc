import { describe, expect, test } from "vitest";
import { faults, type FaultCode } from "../../../src/contract/faults.ts";
import type { RequestKind } from "../../../src/contract/inputs.ts";
import type { OutputKind } from "../../../src/contract/outputs.ts";
import type { RefusalCode } from "../../../src/contract/refusals.ts";
import { begin, policyDigest, step, type State } from "../../../src/core/index.ts";
import { limits } from "../../agent/limits.ts";
import { policy, seen } from "../controls/facts.ts";
import { input, kinds, now, outputOf, startedAt, stateIn, wallMs } from "./states.ts";

const observed = { observation: seen };
const waiting = stateIn("waiting", "wait", { resume: "frame" });

describe("an input that answers nothing is a bug of the caller", () => {
  test.each<[string, State, Parameters<typeof step>[1], string]>([
    ["a run that awaits nothing", stateIn("waiting", null), input("waited", {}), "a closed run takes no input"],
    ["a closed run", stateIn("closed", "wait"), input("waited", {}), "a closed run takes no input"],
    ["a cancelled closed run", stateIn("closed", null), input("cancelled", { abortedAt: 1 }), "a closed run takes no input"],
    ["another answer", waiting, input("observed", observed), "an input answers the last request"],
    [
      "a fault of another request",
      waiting,
      input("faulted", { during: "plan", fault: "deadline" }),
      "an input answers the last request",
    ],
    [
      "a run that has ended, cancelled",
      stateIn("ending", "release"),
      input("cancelled", { abortedAt: 1 }),
      "an ended run is not cancelled",
    ],
    [
      "an answer that the phase does not take",
      stateIn("planning", "wait"),
      input("waited", {}),
      "the phase planning takes planned",
    ],
  ])("%s", (_, state, given, says) => expect(() => step(state, given)).toThrow(says));
});

const ended = (state: State, given: Parameters<typeof step>[1]) => outputOf(step(state, given), "end");

test.each([
  ["a clock that stands still", now, []],
  ["a clock that went back", now - 1, ["clock_unknown"]],
])("%s", (_, at, want) => {
  const next = step(waiting, input("waited", {}, at));
  expect(next.outputs.flatMap((output) => (output.kind === "end" ? output.codes : []))).toEqual(want);
  expect(next.state.at).toBe(now);
});

test("a clock that could not be read, before a cancellation, before the end of the time", () => {
  const late = stateIn("waiting", "wait", { at: startedAt + policy().limits.durationMsMax * 1000 });
  const unread = { ...input("cancelled", { abortedAt: now }, late.at), clock: "unknown" as const };
  expect(ended(late, unread).codes).toEqual(["clock_unknown"]);
  expect(ended(late, input("cancelled", { abortedAt: now }, late.at)).codes).toEqual(["cancelled"]);
  expect(ended(late, input("waited", {}, late.at)).codes).toEqual(["budget_duration"]);
});

test.each([
  ["a microsecond before the run's end", -1, []],
  ["at the run's end", 0, ["budget_duration"]],
])("%s", (_, over, want) => {
  const short = stateIn("waiting", "wait", { policy: policy({ limits: limits({ durationMsMax: 5000 }) }) });
  const next = step(short, input("waited", {}, startedAt + 5_000_000 + over));
  expect(next.outputs.flatMap((output) => (output.kind === "end" ? output.codes : []))).toEqual(want);
});

test("a policy that has ended ends the run, and at the opening stands beside what else is wrong", () => {
  const past = policy({ notAfter: "2020-01-01T00:00:00Z" });
  expect(ended(stateIn("waiting", "wait", { policy: past }), input("waited", {})).codes).toEqual(["policy_expired"]);
  const opened = {
    runId: "run-1",
    policyDigest: "0".repeat(64),
    journal: "opened" as const,
    lease: "busy" as const,
    egressGate: false,
    supported: [...past.actions],
    challenge: null,
  };
  expect(ended(begin(past, policyDigest(past)), input("opened", opened)).codes).toEqual(["policy_expired", "display_busy"]);
});

test("the run begins at its first input, and no later", () => {
  const opened = {
    runId: "run-1",
    policyDigest: "0".repeat(64),
    journal: "opened" as const,
    lease: "held" as const,
    egressGate: false,
    supported: [...policy().actions],
    challenge: null,
  };
  const first = step(begin(policy(), policyDigest(policy())), input("opened", opened, 77));
  expect(first.state).toMatchObject({ startedAt: 77, at: 77, wallMs });
  const second = step(first.state, input("observed", observed, 99));
  expect(second.state).toMatchObject({ startedAt: 77, at: 99 });
});

const failed = (phase: State["phase"], during: RequestKind, fault: FaultCode, changed: Partial<State> = {}) =>
  step(stateIn(phase, during, changed), input("faulted", { during, fault }));

const ends: readonly OutputKind[] = ["refuse", "end", "release"];
const replans: readonly OutputKind[] = ["refuse", "capture"];
const retries: readonly OutputKind[] = ["refuse", "wait"];
test.each<[State["phase"], RequestKind, FaultCode, RefusalCode, readonly OutputKind[]]>([
  ["opening", "open", "deadline", "display_unknown", ends],
  ["observing", "observe", "hook_failed", "target_unknown", ends],
  ["attesting", "attest", "hook_failed", "attestation_unknown", ends],
  ["confirming", "decideRun", "hook_failed", "run_decision_unknown", ends],
  ["framing", "capture", "native_failed", "frame_unknown", retries],
  ["framing", "capture", "deadline", "frame_unknown", retries],
  ["framing", "capture", "hook_failed", "target_unknown", retries],
  ["framing", "capture", "hook_malformed", "target_unknown", retries],
  ["planning", "plan", "deadline", "budget_thinking_time", ends],
  ["waiting", "wait", "deadline", "clock_unknown", ends],
  ["resolving", "resolve", "hook_malformed", "effects_unknown", replans],
  ["deciding", "decideAction", "hook_failed", "decision_unknown", replans],
  ["steppingUp", "stepUp", "hook_failed", "step_up_unknown", replans],
  ["reobserving", "observe", "hook_failed", "target_unknown", replans],
  ["refreshing", "capture", "deadline", "frame_unknown", replans],
  ["refreshing", "capture", "hook_failed", "target_unknown", replans],
  ["admitting", "journal", "journal_failed", "journal_unavailable", ends],
  ["dispatching", "dispatch", "deadline", "outcome_unknown", ends],
  ["checking", "checkEffects", "hook_failed", "effects_unknown", ends],
  ["sealing", "sealFrame", "deadline", "frame_unknown", ends],
  ["finalFraming", "capture", "deadline", "frame_unknown", replans],
  ["completing", "verifyCompletion", "hook_failed", "completion_unknown", replans],
])("while %s, %s meets %s: %s", (phase, during, fault, code, want) => {
  const next = failed(phase, during, fault);
  expect(outputOf(next, "refuse")).toMatchObject({ codes: [code], replan: want !== ends });
  expect(kinds(next)).toEqual(want);
});

test.each((Object.keys(faults) as FaultCode[]).filter((fault) => faults[fault].fatal))("%s ends the run as failed", (fault) => {
  const next = failed("framing", "capture", fault);
  expect(kinds(next)).toEqual(["end", "release"]);
  expect(outputOf(next, "end")).toMatchObject({ status: "failed", codes: [] });
});

test("a commitment that came is not asked for again, also where the run ends with it", () => {
  const sealing = stateIn("sealing", "sealFrame", { unsealed: 4 });
  const seal = { frameId: 4, commitment: "0".repeat(64) };
  expect(kinds(step(sealing, input("frameSealed", seal, now - 1)))).toEqual(ends);
  expect(kinds(step(sealing, input("cancelled", { abortedAt: now })))).toEqual(["refuse", "end", "sealFrame"]);
});
