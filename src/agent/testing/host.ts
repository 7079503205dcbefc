import { requiredFacts, type Attestation } from "../../contract/attestation.js";
import type { RawEffects } from "../../contract/effects.js";
import type { ComputerUseRunPolicy } from "../../contract/policy.js";
import type { ComputerUseRunControlHooks } from "../hooks.js";
import type { FakeDesktop, FakeWorld } from "./desktop.js";
import type { Clock } from "../ports.js";
import { approving } from "./confirmers.js";

const inodes = (base: number) => ({
  user: base,
  mnt: base + 1,
  net: base + 2,
  pid: base + 3,
  ipc: base + 4,
  uts: base + 5,
  cgroup: base + 6,
});

/** A measured attestation with nothing wrong, bound to what it is asked about. */
export const goodAttestation = (
  request: Parameters<ComputerUseRunControlHooks["attestConfinement"]>[0],
  validUntilMs: number,
): Attestation => ({
  kind: "measured",
  runId: request.policy.runId,
  policyDigest: request.policyDigest,
  process: request.process,
  validUntilMs,
  allowlists: request.allowlists,
  namespaces: inodes(4_026_532_000),
  hostNamespaces: inodes(4_026_531_000),
  facts: Object.fromEntries(requiredFacts.map((name) => [name, "ok" as const])),
  digests: {},
  probes: [{ name: "inet_socket", group: "net", result: "EAFNOSUPPORT", verdict: "as_expected", control: "passed" }],
});

const noEffects: RawEffects = { class: "none", origins: [], reads: [], writes: [], complete: true };

/** Hooks of a well-behaved host over a fake desktop, as actor `operator`; a test replaces the ones that it is about. */
export const fakeHost = (
  desktop: FakeDesktop,
  clock: Clock,
  changed: Partial<ComputerUseRunControlHooks> = {},
): ComputerUseRunControlHooks => {
  const later = clock.wallMs() + 86_400_000;
  const approve = approving("operator", later);
  return {
    identity: "fake-host",
    observeTarget: async () => structuredClone(desktop.world.observation),
    attestConfinement: async (request) => goodAttestation(request, later),
    confirmRun: approve,
    confirmAction: approve,
    stepUp: approve,
    resolveEffects: async () => noEffects,
    observeChanges: async () => ({ origins: [], writes: [] }),
    verifyCompletion: async () => ({
      verifier: "file-verifier",
      checks: [{ name: "result", passed: true, evidenceDigest: "a".repeat(64) }],
      outputs: [],
    }),
    cleanUp: async () => ({ processesLeft: 0, namespacesLeft: 0, socketsLeft: 0, filesLeft: 0, selectionsLeft: 0 }),
    ...changed,
  };
};

/** A screen of 800 x 600 with one allowed window that has the focus. */
export const fakeWorld = (): FakeWorld => ({
  pixels: 0,
  observation: {
    display: { width: 800, height: 600 },
    target: {
      state: "viewable",
      window: 0x200007,
      client: 0x200000,
      pid: 4711,
      startTicks: 99,
      application: "/app/target",
      title: "Invoice",
      geometry: { x: 100, y: 100, width: 400, height: 300 },
    },
    focus: { kind: "window", ancestry: [0x200009, 0x200007] },
    popups: [],
  },
  surface: { kind: "window", chain: [0x200009, 0x200007], client: 0x200000 },
  settled: true,
  pointer: { x: 400, y: 300 },
  clipboard: "copied",
  lease: "held",
});

/** A policy that fits `fakeWorld`. */
export const fakePolicy = (changed: Partial<ComputerUseRunPolicy> = {}): ComputerUseRunPolicy => ({
  policyVersion: 1,
  runId: "run-1",
  notAfter: "2030-01-01T00:00:00Z",
  applications: [{ path: "/app/target", sha256: null }],
  windows: [{ application: "/app/target", windowId: 0x200007, title: "Invoice" }],
  popups: "deny",
  actions: ["screenshot", "zoom", "cursor_position", "wait", "pointer_move", "click", "key", "type", "paste"],
  network: { origins: [] },
  files: { read: [{ path: "/task/in", kind: "directory" }], write: [{ path: "/task/out", kind: "directory" }] },
  outputs: [{ path: "/task/out/result.txt", class: "public" }],
  confirmers: { run: ["operator"], action: ["operator"], stepUp: ["operator"] },
  limits: {
    stepsMax: 20,
    actionsMax: 10,
    actionsPerMinuteMax: 30,
    actionIntervalMsMin: 1,
    durationMsMax: 600_000,
    tokensMax: 100_000,
    outputTokensPerCallMax: 1000,
    frameAgeMsMax: 5000,
    thinkingMsMax: 3000,
    interruptMsMax: 500,
  },
  frame: { scope: "display", settle: { quietMs: 50, maxMs: 2000 }, unsettled: "refuse", ignore: [] },
  completion: { requiredChecks: ["result"], verifiers: ["file-verifier"] },
  points: "public",
  ...changed,
});
