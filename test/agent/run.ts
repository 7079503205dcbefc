import { ComputerUseAgent, type RunOutcome } from "../../src/agent/index.ts";
import type { AgentEvent } from "../../src/agent/events.ts";
import type { ComputerUseRunControlHooks } from "../../src/agent/hooks.ts";
import type { Planner, RunRecord } from "../../src/agent/ports.ts";
import type { MachineInput } from "../../src/contract/inputs.ts";
import type { MachineOutput } from "../../src/contract/outputs.ts";
import type { ComputerUseRunPolicy } from "../../src/contract/policy.ts";
import {
  FakeDesktop,
  ManualClock,
  MemoryJournal,
  MemoryReceipts,
  fakeHost,
  fakePolicy,
  fakeWorld,
  seededNonces,
} from "../../src/agent/testing/index.ts";

export type Bench = {
  readonly clock: ManualClock;
  readonly desktop: FakeDesktop;
  readonly journal: MemoryJournal;
  readonly receipts: MemoryReceipts;
};

export const bench = (): Bench => {
  const clock = new ManualClock();
  return { clock, desktop: new FakeDesktop(fakeWorld(), clock), journal: new MemoryJournal(), receipts: new MemoryReceipts() };
};

/** One event of a receipt, read back. */
export type Line = {
  readonly seq: number;
  readonly prev: string;
  readonly at: number;
  readonly kind: string;
  readonly body: MachineInput | MachineOutput;
};

export type Options = {
  readonly policy?: Partial<ComputerUseRunPolicy> | undefined;
  readonly hooks?: Partial<ComputerUseRunControlHooks> | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: ((event: AgentEvent) => void) | undefined;
  readonly nonces?: ReturnType<typeof seededNonces> | undefined;
};

export type Ran = RunOutcome & { readonly lines: readonly Line[]; readonly record: RunRecord | undefined };

/** Runs a planner over the fake desktop. Manual time stands still unless a planner, a hook or a wait moves it. */
export const run = async ({ clock, desktop, journal, receipts }: Bench, planner: Planner, options: Options = {}): Promise<Ran> => {
  const nonces = options.nonces ?? seededNonces(1);
  const agent = new ComputerUseAgent({
    clock,
    nonces,
    desktop,
    planner,
    journal,
    receipts,
    hooks: fakeHost(desktop, clock, options.hooks),
    onEvent: options.onEvent,
  });
  const outcome = await agent.run("fill in the form", { policy: fakePolicy(options.policy), signal: options.signal }).outcome;
  const record = outcome.receipt === undefined ? undefined : receipts.records.at(-1);
  return { ...outcome, record, lines: (record?.events ?? []).map((line) => JSON.parse(line) as Line) };
};

/** The bodies of one kind of event, in order. */
export const bodies = <K extends (MachineInput | MachineOutput)["kind"]>(
  lines: readonly Line[],
  kind: K,
): readonly Extract<MachineInput | MachineOutput, { kind: K }>[] =>
  lines.flatMap(({ body }) => (body.kind === kind ? [body as Extract<MachineInput | MachineOutput, { kind: K }>] : []));
