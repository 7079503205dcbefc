import { fakeWorld, goodAttestation } from "../../../src/agent/testing/index.ts";
import type { FaultCode } from "../../../src/contract/faults.ts";
import type { RequestKind } from "../../../src/contract/inputs.ts";
import type { FrameFacts, Observation } from "../../../src/contract/observation.ts";
import type { MachineOutput } from "../../../src/contract/outputs.ts";
import type { Proposal, Usage } from "../../../src/contract/proposal.ts";
import type { EffectClass } from "../../../src/contract/effects.ts";
import type { Answer } from "../../../src/agent/perform/index.ts";
import { policyAllowlists, sealObservation } from "../../../src/core/index.ts";
import { actionTypes } from "../../../src/contract/actions.ts";
import { twice, type Scope } from "./policy.ts";

/** Where the machine stands when it is answered: its last output, the time, and how many answers came before. */
export type Place = { readonly asked: MachineOutput; readonly at: number; readonly nth: number; readonly scope: Scope };
/** One answer to one request. `us` is the time that passes first. */
export type Letter = { readonly name: string; readonly us: number; readonly answer: (place: Place) => Answer };

const letter = (name: string, answer: (place: Place) => Answer, us = 0): Letter => ({ name, us, answer });
const is = (name: string, answer: Answer): Letter => letter(name, () => answer);
const fault = (during: RequestKind, code: FaultCode): Letter => is(code, { kind: "faulted", during, fault: code });

const hex = (length: number, nth: number): string => nth.toString(16).padStart(length, "0");
const seen: Observation = sealObservation(twice.policy, fakeWorld().observation, () => "0".repeat(64));
const elsewhere: Observation = { ...seen, focus: { kind: "window", ancestry: [0x700001] } };
const surface = fakeWorld().surface;

const attested: Letter = letter("measured", ({ nth, scope: { policy, policyDigest } }) => ({
  kind: "attested",
  attestation: goodAttestation(
    {
      policy,
      policyDigest,
      allowlists: policyAllowlists(policy),
      process: { pid: 4711, startTicks: 99 },
      signal: new AbortController().signal,
    },
    1_900_000_000_000,
  ),
  nonce: hex(32, nth),
}));

/** Answers to a question: approved, denied, approved under the nonce of another question, nothing. */
const decisions = (kind: "runDecided" | "actionDecided" | "steppedUp", during: RequestKind): readonly Letter[] => {
  const decided =
    (decision: "approve" | "deny", other?: string) =>
    ({ asked }: Place): Answer => {
      if (!("nonce" in asked) || !("digest" in asked)) throw new Error(`${asked.kind} is no question`);
      const expiresAtMs = 1_900_000_000_000;
      return {
        kind,
        answer: { decision, actor: { policyIndex: 0 }, nonce: other ?? asked.nonce, previewDigest: asked.digest, expiresAtMs },
      };
    };
  return [
    letter("approved", decided("approve")),
    letter("denied", decided("deny")),
    letter("approved with another nonce", decided("approve", hex(32, 3))),
    is("absent", { kind, answer: "absent" }),
    fault(during, "hook_failed"),
  ];
};

const captured =
  (changed: Partial<FrameFacts>, before = seen) =>
  ({ asked, at, nth }: Place): Answer => {
    const comparedTo = asked.kind === "capture" ? asked.compareTo : null;
    const frame = { id: nth, capturedAtUs: at, settled: true, width: 800, height: 600, depth: 24, transport: "shm_fd" as const };
    const wantsSurface = asked.kind === "capture" && asked.proposal !== null;
    return {
      kind: "captured",
      before,
      frame: { ...frame, comparedTo, equal: comparedTo === null ? null : true, ...changed },
      after: seen,
      surface: wantsSurface ? surface : null,
    };
  };
const isCompared = ({ asked }: Place): boolean => asked.kind === "capture" && asked.compareTo !== null;

const move: Proposal = {
  form: "action",
  action: { type: "pointer_move", point: { x: 150, y: 150, space: "display" } },
};
const planned = (proposals: Proposal[], usage: Usage, endTurn = false): Answer => ({
  kind: "planned",
  answer: { proposals, truncated: false, endTurn, usage },
});
const free: Usage = { report: "reported", inputTokens: 0, outputTokens: 0 };

const resolved = (effect: EffectClass | null): Letter =>
  letter(effect ?? "unknown", ({ nth }) => ({
    kind: "resolved",
    effects: { class: effect, origins: [], reads: [], writes: [], complete: true },
    nonce: hex(32, nth),
  }));

const opened = (journal: "opened" | "unavailable", lease: "held" | "busy"): Letter =>
  letter(`${journal}, ${lease}`, ({ scope: { policy, policyDigest } }) => ({
    kind: "opened",
    runId: policy.runId,
    policyDigest,
    journal,
    lease,
    egressGate: false,
    supported: [...actionTypes],
    challenge: null,
  }));

const completion = (passed: boolean): Answer => ({
  kind: "completionChecked",
  result: { verifier: 0, checks: [{ required: 0, passed, evidenceDigest: "e".repeat(64) }], outputs: [] },
});
const cleaned = { processesLeft: 0, namespacesLeft: 0, socketsLeft: 0, filesLeft: 0, selectionsLeft: 0 };

/** Every answer that the exploration gives to a request. `cancelled` may come instead of any of them. */
export const alphabet: Readonly<Record<RequestKind, readonly Letter[]>> = {
  open: [opened("opened", "held"), opened("opened", "busy"), opened("unavailable", "held"), fault("open", "native_failed")],
  observe: [
    is("seen", { kind: "observed", observation: seen }),
    is("focus elsewhere", { kind: "observed", observation: elsewhere }),
    fault("observe", "hook_failed"),
  ],
  attest: [
    attested,
    letter("absent", ({ nth }) => ({ kind: "attested", attestation: "absent", nonce: hex(32, nth) })),
    fault("attest", "hook_failed"),
  ],
  decideRun: decisions("runDecided", "decideRun"),
  capture: [
    letter("equal", captured({})),
    letter("changed", (place) => captured(isCompared(place) ? { equal: false } : {})(place)),
    letter("focus elsewhere", captured({}, elsewhere)),
    letter("late", captured({}), 1001),
    fault("capture", "native_failed"),
    fault("capture", "x_connection_lost"),
  ],
  plan: [
    is("one", planned([move], free)),
    is("two", planned([move, move], free)),
    is("done", planned([], free, true)),
    is("malformed", planned([{ form: "malformed" }], { report: "reported", inputTokens: 1, outputTokens: 1 })),
    is("silent about tokens", planned([move], { report: "missing" })),
    is("too many tokens", planned([move], { report: "reported", inputTokens: 0, outputTokens: 2 })),
    letter("slow", () => planned([move], free), 1001),
    fault("plan", "deadline"),
  ],
  resolve: [resolved("none"), resolved("external"), resolved("destructive"), resolved(null), fault("resolve", "hook_failed")],
  decideAction: decisions("actionDecided", "decideAction"),
  stepUp: decisions("steppedUp", "stepUp"),
  journal: [
    is("durable", { kind: "journaled", durable: true }),
    is("not durable", { kind: "journaled", durable: false }),
    letter("late", () => ({ kind: "journaled", durable: true }), 1001),
    fault("journal", "deadline"),
  ],
  dispatch: [
    is("sent", {
      kind: "dispatched",
      outcome: { outcome: "dispatched", deliveredTo: "target", eventsSent: 1, grabUs: 1 },
      journaled: true,
    }),
    is("refused under the grab", {
      kind: "dispatched",
      outcome: { outcome: "precondition_failed", differences: ["pixels"] },
      journaled: true,
    }),
    is("misdelivered", { kind: "dispatched", outcome: { outcome: "misdelivered" }, journaled: true }),
    fault("dispatch", "deadline"),
  ],
  checkEffects: [
    is("as named", { kind: "effectsChecked", surplus: { origins: 0, writes: 0 } }),
    is("a surplus", { kind: "effectsChecked", surplus: { origins: 0, writes: 1 } }),
    fault("checkEffects", "hook_failed"),
  ],
  verifyCompletion: [
    is("passed", completion(true)),
    is("failed", completion(false)),
    is("absent", { kind: "completionChecked", result: "absent" }),
    fault("verifyCompletion", "hook_failed"),
  ],
  sealFrame: [
    letter("sealed", ({ asked }) => ({
      kind: "frameSealed",
      frameId: asked.kind === "sealFrame" ? asked.frameId : 0,
      commitment: "c".repeat(64),
    })),
    fault("sealFrame", "native_failed"),
  ],
  wait: [letter("waited", () => ({ kind: "waited" }), 1), fault("wait", "deadline")],
  release: [
    is("released", { kind: "released", keysDown: 0, buttonsDown: 0, selectionsOwned: 0 }),
    fault("release", "native_failed"),
  ],
  cleanUp: [is("clean", { kind: "cleanedUp", cleanup: cleaned }), fault("cleanUp", "hook_failed")],
};
