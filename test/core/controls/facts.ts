import { fakePolicy, fakeWorld, goodAttestation } from "../../../src/agent/testing/index.ts";
import type { FrameFacts, Observation } from "../../../src/contract/observation.ts";
import type { SealedAction } from "../../../src/contract/proposal.ts";
import type { ComputerUseRunPolicy } from "../../../src/contract/policy.ts";
import { policyAllowlists, policyDigest, sealObservation } from "../../../src/core/index.ts";
import type { Facts } from "../../../src/core/facts.ts";

export const policy = (changed: Partial<ComputerUseRunPolicy> = {}): ComputerUseRunPolicy => fakePolicy(changed);
/** The allowed window, in front, with the focus. */
export const seen: Observation = sealObservation(policy(), fakeWorld().observation, () => "0".repeat(64));
type Viewable = Extract<Observation["target"], { state: "viewable" }>;
export const target = (changed: Partial<Viewable>): Observation =>
  seen.target.state === "viewable" ? { ...seen, target: { ...seen.target, ...changed } } : seen;

export const frame = (changed: Partial<FrameFacts> = {}): FrameFacts => ({
  id: 1,
  capturedAtUs: 1_000_000,
  settled: true,
  width: 800,
  height: 600,
  depth: 24,
  transport: "shm_fd",
  comparedTo: null,
  equal: null,
  ...changed,
});

export const click: SealedAction = {
  type: "click",
  point: { x: 150, y: 150, space: "display" },
  button: "left",
  count: 1,
  modifiers: [],
};

const digest = policyDigest(policy());
/** Facts with which every control of admission is content. A row changes the part that it is about. */
export const facts = (changed: Partial<Facts> = {}): Facts => ({
  policy: policy(),
  policyDigest: digest,
  at: 1_400_000,
  wallMs: 1_796_000_000_000,
  observations: [seen],
  bound: seen.target.state === "viewable" ? seen.target : undefined,
  surface: { kind: "window", chain: [0x200009, 0x200007], client: 0x200000 },
  attestation: goodAttestation(
    {
      policy: policy(),
      policyDigest: digest,
      allowlists: policyAllowlists(policy()),
      process: { pid: 4711, startTicks: 99 },
      signal: new AbortController().signal,
    },
    1_796_000_001_000,
  ),
  proposal: { form: "action", action: click },
  action: click,
  effects: { class: "none", origins: [], reads: [], writes: [], complete: true },
  planFrame: frame(),
  fresh: frame({ id: 2, capturedAtUs: 1_390_000, comparedTo: 1, equal: true }),
  pendingUs: 0,
  budget: { steps: 1, actions: 0, tokens: 15, admittedAtUs: [] },
  ...changed,
});
