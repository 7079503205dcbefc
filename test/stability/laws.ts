import { sha256Hex } from "../../src/base/crypto/digest.ts";
import type { EventBody, ReceiptEvent } from "../../src/contract/receipt/index.ts";
import { laws } from "../../src/verify/invariants/index.ts";
import { transcriptOf } from "../../src/verify/invariants/transcript.ts";
import type { Opened } from "../../src/verify/opened.ts";
import type { Recorded } from "./runs.ts";
import { spread, valuesAt, variantsOf, type Seen } from "./variants.ts";

type Bare = { readonly seq: number; readonly at: number; readonly body: EventBody };
const timeOf = (body: EventBody, at: number): number => ("at" in body && typeof body.at === "number" ? body.at : at);

/** Each law that finds something, and where. */
const foundIn = ({ record }: Recorded, events: readonly Bare[]): string => {
  const { policy, policyDigest, host, planner } = record;
  const predicate = { producer: { name: "deskgate", version: "0.0.0", host, planner }, independentChecks: [] };
  const transcript = transcriptOf({ events, policy, policyDigest, statement: { predicate } } as unknown as Opened);
  return Object.entries(laws)
    .flatMap(([check, law]) => {
      try {
        return law(transcript).map(({ seq }) => `${check}@${seq}`);
      } catch (error) {
        return `${check} threw ${error instanceof Error ? error.name : ""}`;
      }
    })
    .join("\n");
};

const numbered = (events: readonly Omit<Bare, "seq">[]): readonly Bare[] => events.map((event, seq) => ({ ...event, seq }));

/** The run with one event changed, left out, doubled, or swapped with the next. */
const changedRuns = (events: readonly ReceiptEvent[], seen: Seen): readonly (() => readonly Bare[])[] =>
  events.flatMap(({ at, body }, index) => {
    const [before, later] = [events.slice(0, index), events.slice(index + 1)];
    const [next, ...rest] = later;
    const here = { at, body };
    return [
      ...variantsOf(body, seen).map((variant) => () => numbered([...before, { at: timeOf(variant, at), body: variant }, ...later])),
      () => numbered([...before, ...later]),
      () => numbered([...before, here, here, ...later]),
      ...(next === undefined ? [] : [() => numbered([...before, next, here, ...rest])]),
    ];
  });

const digestOf = (run: Recorded, seen: Seen, variants: number): string =>
  sha256Hex(
    [numbered(run.events), ...spread(changedRuns(run.events, seen), variants).map((make) => make())]
      .map((events) => foundIn(run, events))
      .join("\n\n"),
  );

/** One line a run: a digest of all that the laws find in it and in its variants. */
export const lawLines = function* (runs: readonly Recorded[]): Generator<string> {
  const seen = valuesAt(runs.flatMap(({ events }) => events.map(({ body }) => body)));
  for (const run of runs) yield `${digestOf(run, seen, run.name.startsWith("seed") ? 120 : 25)}  ${run.name}\n`;
};
