import { goodAttestation } from "../../../src/agent/testing/index.ts";
import type { Attestation, RawAttestation } from "../../../src/contract/attestation.ts";
import type { Gremlin, Sim } from "../sim.ts";
import { fails, hook } from "./replace.ts";

const limits = (sim: Sim, changed: Partial<Sim["policy"]>): void => {
  sim.policy = { ...sim.policy, ...changed };
};

const openings: readonly Gremlin[] = [
  {
    name: "an action without an executor",
    install: ({ desktop }) => {
      desktop.supported = ["click"];
    },
  },
  {
    name: "half the screen ignored",
    install: (sim) => limits(sim, { frame: { ...sim.policy.frame, ignore: [{ x: 0, y: 0, width: 800, height: 300 }] } }),
  },
  { name: "an expired policy", install: (sim) => limits(sim, { notAfter: "2026-01-01T00:00:00Z" }) },
  {
    name: "a policy that expires on the way",
    install: (sim) =>
      sim.onPlan.push(
        () => sim.clock.advanceMs(0),
        () => {
          if (sim.rng.chance(0.5)) sim.clock.wallMs = () => 1_900_000_000_000;
        },
      ),
  },
  {
    name: "a failing example",
    install: (sim) =>
      limits(sim, {
        examples: [{ name: "one", action: "click", origins: [], reads: ["/etc/passwd"], writes: [], expect: { admit: true } }],
      }),
  },
  { name: "a used run id", install: (sim) => void sim.journal.open({ runId: sim.policy.runId }) },
  {
    name: "a busy display",
    install: ({ desktop }) => {
      desktop.world.lease = "busy";
    },
  },
  {
    name: "a lease that fails",
    install: ({ desktop }) => {
      desktop.lease = fails;
    },
  },
  { name: "origins without a gate", install: (sim) => limits(sim, { network: { origins: ["https://a.example"] } }) },
  {
    name: "a ledger that cannot open",
    install: ({ journal }) => {
      journal.open = fails;
    },
  },
  {
    name: "a ledger that fills up",
    install: ({ journal, rng }) => {
      if (rng.chance(0.5)) journal.intent = fails;
      else journal.outcome = fails;
    },
  },
  { name: "a clock that goes back", install: (sim) => sim.onPlan.push(() => sim.clock.setUs(5)) },
  {
    name: "a clock that breaks",
    install: (sim) =>
      sim.onPlan.push(() => {
        sim.clock.wallMs = () => Number.NaN;
      }),
  },
];

type Change = (good: Attestation) => RawAttestation | undefined;
const zero = "0".repeat(64);
const attestations: readonly (readonly [string, Change])[] = [
  ["no attestation", () => undefined],
  ["no confinement here", () => ({ kind: "unavailable", reason: "no_user_namespaces" })],
  ["a logical attestation", (good) => ({ ...good, kind: "logical" })],
  ["another run's attestation", (good) => ({ ...good, runId: "other" })],
  ["another policy's attestation", (good) => ({ ...good, policyDigest: zero })],
  ["another process's attestation", (good) => ({ ...good, process: { pid: 1, startTicks: 1 } })],
  ["a wider allowlist", (good) => ({ ...good, allowlists: { ...good.allowlists, reads: zero } })],
  [
    "a probe that got through",
    (good) => ({ ...good, probes: good.probes.map((probe) => ({ ...probe, verdict: "not_as_expected" as const })) }),
  ],
  ["facts that were not measured", (good) => ({ ...good, facts: {} })],
  ["an attestation that has ended", (good) => ({ ...good, validUntilMs: 1 })],
];

const attested = ([name, change]: (typeof attestations)[number]): Gremlin => ({
  name,
  install: (sim) => hook(sim, "attestConfinement", async (request) => change(goodAttestation(request, 1_900_000_000_000)), 0),
});

const later: Gremlin = {
  name: "an attestation that ends on the way",
  install: (sim) => hook(sim, "attestConfinement", async (request) => goodAttestation(request, sim.clock.wallMs() + 3_000), 0),
};
const silent: Gremlin = { name: "an attestation that fails", install: (sim) => hook(sim, "attestConfinement", fails, 0) };

export const opening: readonly Gremlin[] = [...openings, ...attestations.map(attested), later, silent];
