// What the bad-input tests share: a real desktop with the fixture's target, a governed run on it in which one thing is bad, and what an
// independent observer and the target itself saw of it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type {
  AgentEvent,
  ComputerUseRunControlHooks,
  Journal,
  Planner,
  ReceiptSink,
  RunOutcome,
} from "../../../dist/agent/index.js";
import type { X11Display } from "../../../dist/adapters/x11/index.js";
import type { ComputerUseRunPolicy } from "../../../dist/contract/policy.js";
import type { ProbedProcess } from "../../../dist/fixture/stage/attestation.js";
import type { Stage } from "../../../dist/fixture/stage/stage.js";

export const load = async () => ({
  ...(await import("../../../dist/fixture/stage/stage.js")),
  ...(await import("../../../dist/fixture/stage/attestation.js")),
  ...(await import("../../../dist/fixture/stage/counts.js")),
  ...(await import("../../../dist/fixture/runs/decisions.js")),
  ...(await import("../../../dist/fixture/runs/effects.js")),
  ...(await import("../../../dist/fixture/runs/policy.js")),
  ...(await import("../../../dist/fixture/scenes/scenes.js")),
  ...(await import("../../../dist/adapters/ledger/index.js")),
  ...(await import("../../../dist/adapters/receipts/index.js")),
  ...(await import("../../../dist/adapters/system/index.js")),
  ...(await import("../../../dist/base/crypto/signature.js")),
  ...(await import("../../../dist/cli/verify/command.js")),
  ...(await import("../../../dist/linux-x11-agent.js")),
});
export type Loaded = Awaited<ReturnType<typeof load>>;

export type World = {
  readonly built: Loaded;
  readonly stage: Stage;
  readonly probed: ProbedProcess;
  readonly policy: () => Promise<ComputerUseRunPolicy>;
  readonly folder: string;
  readonly receipts: ReceiptSink;
  readonly verify: (directory: string) => Promise<number>;
  readonly close: () => Promise<void>;
};

export const openWorld = async (): Promise<World> => {
  const built = await load();
  const folder = mkdtempSync(join(tmpdir(), "bad-input-"));
  const stage = await built.openStage({ widthPx: 800, heightPx: 600 });
  const probed = await built.probe(stage, stage.target.process);
  const { signer } = built.generateSigner("ed25519");
  const trust = join(folder, "trust.json");
  await built.addKey(trust, { trustVersion: 1, keys: [] }, signer, "run");
  const build = { commit: null, dirty: null, sources: null, addonSha256: null, supervisorSha256: null };
  return {
    built,
    stage,
    probed,
    folder,
    policy: async () => {
      const policy = built.mainPolicy(stage.target, await built.sha256File(stage.target.process.staged.executable));
      return { ...policy, outputs: [], limits: { ...policy.limits, actionIntervalMsMin: 1 } };
    },
    receipts: built.receiptFolder({ folder: join(folder, "receipts"), signer, version: "0.0.0", build }),
    verify: async (directory) =>
      built.verifyCommand(["verify", directory, "--trust", trust].slice(1), {
        out: () => undefined,
        err: () => undefined,
        isTerminal: false,
        colour: false,
      }),
    close: async () => {
      await stage.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export type Attempt = {
  readonly display?: Partial<X11Display>;
  readonly hooks?: Partial<ComputerUseRunControlHooks>;
  readonly plan?: Planner["plan"];
  readonly policy?: unknown;
  readonly journal?: Journal;
  readonly receipts?: ReceiptSink;
  readonly onEvent?: (event: AgentEvent) => void;
};

export type Result = {
  readonly outcome: RunOutcome | undefined;
  readonly error: (Error & { code?: string }) | undefined;
  readonly events: readonly AgentEvent[];
  readonly refused: readonly string[];
  readonly dispatched: number;
  /** Exit code of `deskgate verify` on the receipt; `undefined` where none was written. */
  readonly verified: number | undefined;
  readonly tookMs: number;
};

/** Clicks into the entry, then says that it is done. */
export const clickEntry = (world: World): Planner["plan"] => {
  const { click, stage } = { click: world.built.click, stage: world.stage };
  const { entry } = stage.target.layout;
  return async ({ turn }) => ({
    proposals: turn === 0 ? [click(entry.centreX, entry.centreY)] : [],
    endTurn: turn > 0,
    usage: { inputTokens: 1, outputTokens: 1 },
  });
};

const goodHooks = (world: World): ComputerUseRunControlHooks => {
  const { built, stage, probed } = world;
  const { target } = stage;
  const operator = new built.Operator();
  return {
    identity: "bad-input-host",
    observeTarget: async (request) => stage.eyes.observeTarget(request),
    attestConfinement: built.attestWith(stage.desktop, target.process, target.application, probed.report.outcomes, () => undefined),
    confirmRun: built.confirmRun,
    confirmAction: operator.confirmAction,
    stepUp: operator.stepUp,
    resolveEffects: built.resolveFixtureEffects(target),
    observeChanges: async () => ({ origins: [], writes: [] }),
    verifyCompletion: async () => ({
      verifier: built.verifier,
      checks: built.requiredChecks.map((name) => ({
        name,
        passed: built.pressesOf(target.process) > 0,
        evidenceDigest: "ab".repeat(32),
      })),
      outputs: [],
    }),
    cleanUp: async () => ({ processesLeft: 0, namespacesLeft: 0, socketsLeft: 0, filesLeft: 0, selectionsLeft: 0 }),
  };
};

/** One governed run on the world's display, in which what `bad` names takes the place of what is right. */
export const attempt = async (world: World, bad: Attempt = {}): Promise<Result> => {
  const { built, stage } = world;
  const { socketPath, cookie, serverPid } = stage.desktop;
  const ledger =
    bad.journal === undefined ? built.openLedger(join(world.folder, `${Math.random().toString(16).slice(2)}.db`)) : undefined;
  const journal = bad.journal ?? ledger;
  if (journal === undefined) throw new Error("a run needs a journal");
  const events: AgentEvent[] = [];
  const started = performance.now();
  let outcome: RunOutcome | undefined;
  let error: Result["error"];
  try {
    const agent = built.createLinuxX11Agent({
      display: { socketPath, cookie, serverPid, ...bad.display },
      hooks: { ...goodHooks(world), ...bad.hooks },
      planner: { identity: "bad-input-planner", plan: bad.plan ?? clickEntry(world) },
      journal,
      receipts: bad.receipts ?? world.receipts,
    });
    const run = agent.run("Click.", { policy: (bad.policy ?? (await world.policy())) as ComputerUseRunPolicy });
    for await (const event of run) {
      events.push(event);
      bad.onEvent?.(event);
    }
    outcome = await run.outcome;
  } catch (thrown) {
    error = thrown as Error;
  } finally {
    ledger?.close();
  }
  return {
    outcome,
    error,
    events,
    refused: events.flatMap((event) => (event.type === "action.refused" ? [...event.codes] : [])),
    dispatched: events.filter((event) => event.type === "action.dispatched" && event.outcome === "dispatched").length,
    verified: outcome?.receipt === undefined ? undefined : await world.verify(outcome.receipt.directory),
    tookMs: performance.now() - started,
  };
};

/** Runs something, and says how many input events the target and the root window saw meanwhile. */
export const counting = async <T>(
  world: World,
  act: () => Promise<T>,
): Promise<{ readonly result: T; readonly seen: { target: number; raw: number } }> => {
  const count = async () => world.built.countInputs(world.stage.observer, world.stage.target.process, undefined);
  const before = await count();
  const result = await act();
  const after = await count();
  return { result, seen: { target: after.target - before.target, raw: after.raw - before.raw } };
};
