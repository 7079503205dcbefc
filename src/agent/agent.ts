import { parsePolicy, type ComputerUseRunPolicy } from "../contract/policy.js";
import { identifier, nonce } from "../contract/forms.js";
import type { EndStatus } from "../contract/outputs.js";
import type { Used } from "../contract/preview.js";
import type { RefusalCode } from "../contract/refusals.js";
import { controlDigest, failingExamples, policyDigest } from "../core/index.js";
import { usedOf } from "../core/machine/ending.js";
import { abandon, close, wallOr } from "./close.js";
import type { Ports, RunContext } from "./context.js";
import { drive } from "./drive.js";
import { ComputerUseError } from "../contract/errors.js";
import { EventQueue, eventsOf, type AgentEvent } from "./events.js";
import { requireHooks, type ComputerUseRunControlHooks } from "./hooks.js";
import type { ReceiptSink, RunRecord, WrittenReceipt } from "./ports.js";
import { Recorder } from "./record.js";
import { createSecrets } from "./secrets.js";

export type AgentParts = Omit<Ports, "hooks"> & {
  readonly hooks: ComputerUseRunControlHooks;
  /** Where receipts go. Every run that was opened writes one, however it ended. */
  readonly receipts: ReceiptSink;
  /** Called with every event, before the run's own consumer gets it: for logs and metrics. What it throws is ignored. */
  readonly onEvent?: ((event: AgentEvent) => void) | undefined;
};

export type RunOptions = {
  readonly policy: ComputerUseRunPolicy;
  readonly signal?: AbortSignal | undefined;
  /** A verifier's challenge, 32 hex digits: it is bound into event 0. */
  readonly challenge?: string | undefined;
};

/** How a run ended. Refusals, cancellation and exhausted budgets are values. */
export type RunOutcome = {
  readonly status: EndStatus;
  readonly codes: readonly RefusalCode[];
  /** One line each: what is wrong with a policy that did not load, or what a port or hook said when it failed. For the host alone. */
  readonly problems: readonly string[];
  readonly runId: string | undefined;
  readonly policyDigest: string | undefined;
  readonly used: Used | undefined;
  readonly receipt: WrittenReceipt | undefined;
};

export type Run = AsyncIterable<AgentEvent> & {
  readonly outcome: Promise<RunOutcome>;
  /** Events that a slow consumer has missed. */
  readonly dropped: () => number;
};

const portNames = ["clock", "nonces", "desktop", "planner", "journal", "receipts"] as const satisfies readonly (keyof AgentParts)[];

type Loaded =
  | { readonly ok: true; readonly policy: ComputerUseRunPolicy; readonly digest: string }
  | { readonly ok: false; readonly code: "policy_invalid" | "policy_example_failed"; readonly problems: readonly string[] };

/** Runs a planner against one desktop, under one policy a run. Construction fails when a hook is absent (A1). */
export class ComputerUseAgent {
  readonly #parts: AgentParts;

  constructor(parts: AgentParts) {
    requireHooks(parts?.hooks);
    const missing = portNames.filter((name) => parts[name] === undefined || parts[name] === null);
    if (missing.length > 0) throw new ComputerUseError("port_absent", `the agent needs these ports as well: ${missing.join(", ")}`);
    if (!identifier.safeParse(parts.planner.identity).success)
      throw new ComputerUseError(
        "port_absent",
        "the planner needs an identity, 1 to 64 of A-Z a-z 0-9 . _ : @ -: without one it could not be kept out of the policy's confirmers and verifiers",
      );
    this.#parts = parts;
  }

  /** Starts one run. Throws when the policy is absent; a policy that does not load is an outcome, `refused`. */
  run(task: string, options: RunOptions): Run {
    if (options?.policy === undefined || options.policy === null)
      throw new ComputerUseError("policy_absent", "run(task, { policy }) needs a ComputerUseRunPolicy: no run has a default one");
    if (typeof task !== "string" || task.length > 65_536)
      throw new ComputerUseError("task_malformed", "the task is a string of at most 65,536 characters");
    if (options.challenge !== undefined && !nonce.safeParse(options.challenge).success)
      throw new ComputerUseError(
        "challenge_malformed",
        "options.challenge is the verifier's challenge: 32 lower-case hex digits, or left out",
      );
    const loaded = this.#load(options.policy);
    if (!loaded.ok) return refusedUnopened(loaded.code, loaded.problems);
    const queue = new EventQueue(loaded.policy.runId, this.#parts.onEvent);
    const outcome = this.#govern(task, loaded.policy, loaded.digest, options, queue).finally(() => queue.close());
    // A host that only iterates must not be ended by an unhandled rejection; whoever awaits the outcome still gets it.
    outcome.catch(() => undefined);
    return { outcome, dropped: () => queue.dropped, [Symbol.asyncIterator]: () => queue[Symbol.asyncIterator]() };
  }

  #load(given: unknown): Loaded {
    const parsed = parsePolicy(given);
    if (!parsed.ok) return { ok: false, code: "policy_invalid", problems: parsed.problems };
    const { policy } = parsed;
    const { identity } = this.#parts.planner;
    const actors = [
      ...policy.confirmers.run,
      ...policy.confirmers.action,
      ...policy.confirmers.stepUp,
      ...policy.completion.verifiers,
    ];
    if (actors.includes(identity))
      return {
        ok: false,
        code: "policy_invalid",
        problems: [`policy: the planner ${identity} may be neither a confirmer nor a verifier`],
      };
    const digest = policyDigest(policy);
    const failing = failingExamples(policy, digest);
    if (failing.length > 0)
      return {
        ok: false,
        code: "policy_example_failed",
        problems: failing.map((name) => `policy: examples: ${name} is not decided as it says`),
      };
    return { ok: true, policy, digest };
  }

  async #govern(
    task: string,
    policy: ComputerUseRunPolicy,
    digest: string,
    options: RunOptions,
    queue: EventQueue,
  ): Promise<RunOutcome> {
    const { receipts, onEvent: _, ...ports } = this.#parts;
    const challenge = options.challenge ?? null;
    const secrets = createSecrets(policy.runId, ports.nonces.bytes(32));
    const recorder = new Recorder(policy.runId, digest, challenge, secrets.blindOf);
    const run: RunContext = {
      task,
      policy,
      policyDigest: digest,
      challenge,
      ports,
      secrets,
      vault: {
        journaled: false,
        leased: false,
        problems: [],
        turn: 0,
        actions: [],
        previous: [],
        executed: 0,
        stoppedAt: null,
        clipboards: new Map(),
        proposal: 0,
      },
    };
    const startedWallMs = wallOr(ports.clock, 0);
    let codes: readonly RefusalCode[] = [];
    let used: Used | undefined;
    const state = await drive(run, options.signal ?? new AbortController().signal, (input, outputs) => {
      recorder.append(input, outputs);
      for (const details of eventsOf(input, outputs)) queue.push(details, input.at);
      for (const output of outputs) if (output.kind === "end") [codes, used] = [output.codes, output.used];
    }).catch((bug: unknown) => abandon(run, bug));
    const status = state.ended ?? "failed";
    const outcome = {
      status,
      codes,
      problems: run.vault.problems,
      runId: policy.runId,
      policyDigest: digest,
      used: used ?? usedOf(state),
    };
    if (!run.vault.journaled) return { ...outcome, receipt: undefined };
    const record: RunRecord = {
      runId: policy.runId,
      policy,
      policyDigest: digest,
      controlDigest: controlDigest({ host: ports.hooks.identity }),
      host: ports.hooks.identity,
      planner: ports.planner.identity,
      events: recorder.lines,
      status,
      startedWallMs,
      endedWallMs: wallOr(ports.clock, startedWallMs),
    };
    return { ...outcome, receipt: await close(record, recorder.head, ports, receipts) };
  }
}

/** A policy that does not load opens no run: there is nothing to journal and nothing to sign. */
const refusedUnopened = (code: RefusalCode, problems: readonly string[]): Run => {
  const outcome = Promise.resolve({
    status: "refused" as const,
    codes: [code],
    problems,
    runId: undefined,
    policyDigest: undefined,
    used: undefined,
    receipt: undefined,
  });
  return { outcome, dropped: () => 0, async *[Symbol.asyncIterator]() {} };
};
