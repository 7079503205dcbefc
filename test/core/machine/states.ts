import type { InputKind, InputOf, MachineInput } from "../../../src/contract/inputs.ts";
import type { MachineOutput, OutputKind, OutputOf } from "../../../src/contract/outputs.ts";
import type { Planned, SealedAction } from "../../../src/contract/proposal.ts";
import { begin, policyDigest, type State, type Step } from "../../../src/core/index.ts";
import { click, facts, frame, policy, seen } from "../controls/facts.ts";

/** The run of these tests began at 1 s and is at 2 s. */
export const startedAt = 1_000_000;
export const now = 2_000_000;
export const wallMs = 1_796_000_000_000;

export const planned = (actions: readonly SealedAction[], changed: Partial<Planned> = {}): Planned => ({
  proposals: actions.map((action) => ({ form: "action", action })),
  truncated: false,
  endTurn: false,
  usage: { report: "reported", inputTokens: 10, outputTokens: 5 },
  ...changed,
});

/** A run in the midst of it: attested, confirmed, with a frame to plan on and one click proposed. */
export const stateIn = (phase: State["phase"], awaiting: State["awaiting"], changed: Partial<State> = {}): State => ({
  ...begin(policy(), policyDigest(policy())),
  phase,
  awaiting,
  startedAt,
  at: now,
  wallMs,
  observation: seen,
  ...(seen.target.state === "viewable" ? { bound: seen.target } : {}),
  attestation: facts().attestation as NonNullable<State["attestation"]>,
  planFrame: frame({ capturedAtUs: now - 100_000 }),
  turn: { planned: planned([click]), index: 0 },
  ...changed,
});

/** An input of a kind, at the run's time unless the row is about that. */
export const input = <K extends InputKind>(kind: K, body: Omit<InputOf<K>, "kind" | "at" | "wallMs" | "clock">, at = now) =>
  ({ kind, at, wallMs, clock: "ok", ...body }) as unknown as MachineInput;

export const outputOf = <K extends OutputKind>({ outputs }: Step, kind: K): OutputOf<K> => {
  const found = outputs.find((output): output is OutputOf<K> & MachineOutput => output.kind === kind);
  if (found === undefined) throw new Error(`no ${kind} in ${outputs.map((output) => output.kind).join(" ")}`);
  return found;
};

export const kinds = ({ outputs }: Step): readonly OutputKind[] => outputs.map((output) => output.kind);
