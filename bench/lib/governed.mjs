// Governed runs of many clicks through the public API, on the real desktop, with a durable ledger and a signed receipt.
import { join } from "node:path";
import { openLedger } from "../../dist/adapters/ledger/index.js";
import { measureBuild, receiptFolder } from "../../dist/adapters/receipts/index.js";
import { generateSigner } from "../../dist/base/crypto/signature.js";
import { attestWith, probe, sha256File } from "../../dist/fixture/stage/attestation.js";
import { confirmRun } from "../../dist/fixture/runs/decisions.js";
import { governedRun } from "../../dist/fixture/runs/governed.js";
import { mainPolicy } from "../../dist/fixture/runs/policy.js";
import { onPatch } from "./gate.mjs";

const usage = { inputTokens: 1, outputTokens: 1 };
const policyOf = (target, sha256, actions) => {
  const policy = mainPolicy(target, sha256, true);
  return {
    ...policy,
    outputs: [],
    // The goal of the row leaves out waiting: neither the pace nor stillness of the screen is what is measured.
    limits: { ...policy.limits, ...many(actions) },
    frame: { ...policy.frame, settle: { quietMs: 1, maxMs: 3_000 } },
  };
};
const many = (actions) => ({
  stepsMax: Math.min(100_000, 4 * actions + 10),
  actionsMax: actions,
  actionsPerMinuteMax: 6_000,
  actionIntervalMsMin: 1,
  tokensMax: 1_000_000_000,
});

/** Clicks one after another; notes when each was proposed. */
const clicking = (actions, pointAt, proposedAtUs) => ({
  identity: "benchmark-planner",
  plan: async () => {
    const i = proposedAtUs.length;
    if (i >= actions) return { proposals: [], endTurn: true, usage };
    const point = { ...pointAt(i), space: "display" };
    proposedAtUs.push(Number(process.hrtime.bigint() / 1000n));
    return { proposals: [{ type: "click", point, button: "left", count: 1, modifiers: [] }], endTurn: false, usage };
  },
});

/** What every run of a desktop shares: the ledger on the disk, the key, the probes. */
export const openGoverned = async (display, scratch) => {
  const { stage } = display;
  const { signer } = generateSigner("ed25519");
  const build = await measureBuild();
  const journal = openLedger(join(scratch, `ledger-${display.widthPx}.db`));
  const receipts = receiptFolder({ folder: join(scratch, "receipts"), signer, version: "0.0.0-bench", build });
  const sha256 = await sha256File(stage.target.process.staged.executable);
  const probed = await probe(stage, stage.target.process);
  const hooks = {
    confirmRun,
    confirmAction: async () => undefined,
    stepUp: async () => undefined,
    resolveEffects: async () => ({ class: "none", origins: [], reads: [], writes: [], complete: true }),
    observeChanges: async () => ({ origins: [], writes: [] }),
    verifyCompletion: async () => undefined,
    cleanUp: async () => ({ processesLeft: 0, namespacesLeft: 0, socketsLeft: 0, filesLeft: 0, selectionsLeft: 0 }),
    attestConfinement: attestWith(
      stage.desktop,
      stage.target.process,
      stage.target.application,
      probed.report.outcomes,
      () => undefined,
    ),
  };
  return {
    signer,
    /** Milliseconds of each action, from the planner's answer to its outcome, in order; and the receipt's folder. */
    clicks: async (actions) => {
      const proposedAtUs = [];
      const took = [];
      const stop = new AbortController();
      const { outcome } = await governedRun({
        stage,
        journal,
        receipts,
        hooks,
        policy: policyOf(stage.target, sha256, actions),
        planner: clicking(actions, onPatch(stage), proposedAtUs),
        signal: stop.signal,
        onEvent: (event) => {
          if (event.type === "action.dispatched") took.push((event.at - proposedAtUs[took.length]) / 1e3);
          if (event.type === "action.refused") stop.abort(new Error(event.codes.join(", ")));
        },
      });
      if (took.length !== actions)
        throw new Error(
          `${took.length} of ${actions} clicks were dispatched; the run ended ${outcome.status} (${[...outcome.codes, ...outcome.problems].join(", ")})`,
        );
      return { took, directory: outcome.receipt?.directory };
    },
    close: () => journal.close(),
  };
};
