import { expect, test } from "vitest";
import type { RunRecord } from "../../../src/agent/ports.ts";
import type { ComputerUseRunPolicy } from "../../../src/contract/policy.ts";
import type { Opened } from "../../../src/verify/opened.ts";
import { transcriptOf, type Law } from "../../../src/verify/invariants/transcript.ts";
import { eventsOf, honestRecord } from "../receipts.ts";
import type { Body, Of } from "../vectors/edit.ts";

/** A run as a law sees it, to be changed in one thing. */
export type Run = {
  policy: ComputerUseRunPolicy;
  policyDigest: string;
  planner: string;
  checkers: string[];
  events: { at: number; body: Body }[];
};

/** What is changed, and exactly what the law says of it then: at which kind of event, in which words. None where the change is lawful. */
export type Case = readonly [when: string, edit: (run: Run) => void, ...found: readonly string[]];

/** Where the nth event of a kind stands; the last one for -1. */
export const placeOf = ({ events }: Run, kind: Body["kind"], nth = 0): number => {
  const place = events.flatMap(({ body }, index) => (body.kind === kind ? [index] : [])).at(nth);
  if (place === undefined) throw new Error(`the run has no ${kind} ${nth}`);
  return place;
};
export const bodyOf = <K extends Body["kind"]>(run: Run, kind: K, nth = 0): Of<K> =>
  run.events[placeOf(run, kind, nth)]?.body as Of<K>;

/** Takes all events of these kinds out. */
export const drop = (run: Run, ...kinds: readonly Body["kind"][]): void =>
  void (run.events = run.events.filter(({ body }) => !kinds.includes(body.kind)));
export const cut = (run: Run, kind: Body["kind"], nth = 0): Run["events"] => run.events.splice(placeOf(run, kind, nth), 1);
/** Moves the nth event of a kind to right before, or right behind, the nth of another. */
export const move = (
  run: Run,
  [kind, nth]: readonly [Body["kind"], number],
  side: "before" | "behind",
  to: readonly [Body["kind"], number],
) => {
  const moved = cut(run, kind, nth);
  run.events.splice(placeOf(run, ...to) + (side === "before" ? 0 : 1), 0, ...moved);
};
/** Puts events right behind the nth of a kind, at its time. */
export const put = (run: Run, [kind, nth]: readonly [Body["kind"], number], ...bodies: readonly unknown[]): void => {
  const place = placeOf(run, kind, nth);
  const at = run.events[place]?.at ?? 0;
  run.events.splice(place + 1, 0, ...bodies.map((body) => ({ at, body: structuredClone(body) as Body })));
};
/** Lets time pass before the nth event of a kind. */
export const wait = (run: Run, us: number, kind: Body["kind"], nth = 0): void => {
  for (const event of run.events.slice(placeOf(run, kind, nth))) event.at += us;
};

const runOf = async (record: RunRecord): Promise<Run> => ({
  policy: structuredClone(record.policy),
  policyDigest: record.policyDigest,
  planner: record.planner,
  checkers: [],
  events: eventsOf(record).map(({ at, body }) => ({ at, body })),
});

const foundBy = (law: Law, { policy, policyDigest, planner, checkers, events }: Run): readonly string[] => {
  const predicate = { producer: { planner }, independentChecks: checkers.map((by) => ({ by })) };
  const opened = { events, policy, policyDigest, statement: { predicate } } as unknown as Opened;
  return law(transcriptOf(opened)).map(({ seq, says }) => `${events[seq]?.body.kind ?? "nothing"}: ${says}`);
};

let honest: Promise<RunRecord> | undefined;

/** Holds a law against an honest run, and that run changed in one thing at a time. Each law is asked alone: what others would say is theirs. */
export const table = (law: Law, ...cases: readonly Case[]): void => {
  const all: readonly Case[] = [["nothing", () => undefined], ...cases];
  test.each(all.map(([when, ...rest]) => [when, rest] as const))(`${law.name}: %s`, async (_, [edit, ...found]) => {
    honest ??= honestRecord();
    const run = await runOf(await honest);
    edit(run);
    expect(foundBy(law, run)).toEqual(found);
  });
};
