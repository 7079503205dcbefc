import { ComputerUseAgent, type RunOutcome } from "../../src/agent/index.ts";
import type { ComputerUseRunControlHooks } from "../../src/agent/hooks.ts";
import type { Planner } from "../../src/agent/ports.ts";
import type { ComputerUseRunPolicy } from "../../src/contract/policy.ts";
import { FakeDesktop, ManualClock, MemoryJournal, MemoryReceipts, fakeHost, fakePolicy, fakeWorld, seededNonces } from "../../src/agent/testing/index.ts";

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

/** Runs a planner over the fake desktop. Each planner call and each capture takes a millisecond of manual time. */
export const run = async (
  { clock, desktop, journal, receipts }: Bench,
  planner: Planner,
  options: { policy?: Partial<ComputerUseRunPolicy>; hooks?: Partial<ComputerUseRunControlHooks>; signal?: AbortSignal } = {},
): Promise<RunOutcome & { lines: readonly Record<string, unknown>[] }> => {
  const agent = new ComputerUseAgent({ clock, nonces: seededNonces(1), desktop, planner, journal, receipts, hooks: fakeHost(desktop, clock, options.hooks) });
  const outcome = await agent.run("fill in the form", { policy: fakePolicy(options.policy), signal: options.signal }).outcome;
  const lines = (receipts.records.at(-1)?.events ?? []).map((line) => JSON.parse(line) as Record<string, unknown>);
  return { ...outcome, lines };
};
