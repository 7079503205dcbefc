import type { ActionQuestion } from "../../../src/agent/hooks.ts";
import type { RawDecision } from "../../../src/contract/decision.ts";
import type { EffectClass, RawEffects } from "../../../src/contract/effects.ts";
import { approve } from "../hooks.ts";
import type { Gremlin, Sim } from "../sim.ts";
import { fails, hook } from "./replace.ts";

type Change = (good: RawDecision, sim: Sim) => RawDecision | undefined;
const otherDigest = "2".repeat(64);
const otherNonce = "2".repeat(32);

/** Every action gets this class, so that the question is asked. */
const always = (sim: Sim, effect: EffectClass): void => {
  const usual = sim.hooks.resolveEffects.bind(sim.hooks);
  sim.hooks = { ...sim.hooks, resolveEffects: async (request) => ({ ...((await usual(request)) as RawEffects), class: effect }) };
};

const run = (name: string, change: Change): Gremlin => ({
  name,
  install: (sim) => hook(sim, "confirmRun", async (question) => change(await approve(sim.rng, sim.clock)(question), sim), 0),
});
const action = (name: string, change: Change): Gremlin => ({
  name,
  install: (sim) => {
    always(sim, "external");
    hook(sim, "confirmAction", async (question: ActionQuestion) => change(await approve(sim.rng, sim.clock)(question), sim));
  },
});
const stepUp = (name: string, change: Change): Gremlin => ({
  name,
  install: (sim) => {
    always(sim, sim.rng.pick(["destructive", "irreversible"] as const));
    hook(sim, "stepUp", async (question: ActionQuestion) => change(await approve(sim.rng, sim.clock)(question), sim));
  },
});
const throws = (): never => {
  throw new Error("nobody is there");
};
/** Remembers the first approval, and gives it again for the second action. */
const replay: Gremlin = {
  name: "a decision used twice",
  install: (sim) => {
    always(sim, "external");
    const good = approve(sim.rng, sim.clock);
    let first: RawDecision | undefined;
    sim.hooks = {
      ...sim.hooks,
      confirmAction: async (question) => {
        const used = first;
        first ??= { ...(await good(question)), expiresAtMs: 1_900_000_000_000 };
        return used ?? first;
      },
    };
  },
};

const effects = (name: string, given: (usual: RawEffects) => RawEffects | undefined): Gremlin => ({
  name,
  install: (sim) => {
    const usual = sim.hooks.resolveEffects.bind(sim.hooks);
    hook(sim, "resolveEffects", async (request) => given((await usual(request)) as RawEffects));
  },
});

export const deciders: readonly Gremlin[] = [
  run("a run that nobody decides on", () => undefined),
  run("a run decision that fails", throws),
  run("a run that is denied", (good) => ({ ...good, decision: "deny" })),
  action("an action that nobody decides on", () => undefined),
  action("a decision that fails", throws),
  action("an action that is denied", (good) => ({ ...good, decision: "deny" })),
  action("a decision by a passer-by", (good) => ({ ...good, actor: "CanaryOf" })),
  action("a decision on other content", (good) => ({ ...good, previewDigest: otherDigest })),
  action("a decision with a nonce of its own", (good) => ({ ...good, nonce: otherNonce })),
  action("a decision that has ended", (good, { clock }) => ({ ...good, expiresAtMs: clock.wallMs() })),
  replay,
  stepUp("a step-up that nobody gives", () => undefined),
  stepUp("a step-up that is denied", (good) => ({ ...good, decision: "deny" })),
  stepUp("a step-up that fails", throws),
  effects("effects that nobody knows", () => undefined),
  effects("effects without an end", (usual) => ({ ...usual, complete: false })),
  effects("an origin that is not listed", (usual) => ({ ...usual, class: "external", origins: ["https://CanaryOf.example"] })),
  effects("a read outside", (usual) => ({ ...usual, reads: ["/etc/CanaryOf"] })),
  effects("a write outside", (usual) => ({ ...usual, writes: ["/task/out2/CanaryOf"] })),
  {
    name: "a change that was not named",
    install: (sim) => hook(sim, "observeChanges", async () => ({ origins: [], writes: ["/task/out/CanaryOf"] })),
  },
  { name: "changes that cannot be seen", install: (sim) => hook(sim, "observeChanges", fails) },
];
