import type { ComputerUseRunPolicy } from "../../contract/policy.js";
import type { EventBody, Producer } from "../../contract/receipt/index.js";
import type { Opened } from "../opened.js";

export type Kind = EventBody["kind"];
export type BodyOf<K extends Kind> = Extract<EventBody, { kind: K }>;
/** An event as laws see it: its place, its time, its body. */
export type Entry = { readonly seq: number; readonly at: number; readonly body: EventBody };
/** An event of one kind. */
export type EntryOf<K extends Kind> = Entry & { readonly body: BodyOf<K> };

/** One previewed action: its preview, all that came before it, and all that came after it up to the next planner call, preview or end. */
export type Episode = {
  readonly preview: EntryOf<"previewAction">;
  readonly before: readonly Entry[];
  readonly after: readonly Entry[];
};

/** A whole run as laws see it. Nothing here knows the machine. */
export type Transcript = {
  readonly policy: ComputerUseRunPolicy;
  readonly policyDigest: string;
  readonly producer: Producer;
  readonly independentBy: readonly string[];
  readonly entries: readonly Entry[];
  readonly episodes: readonly Episode[];
};

/** A law that was broken: where, and how. */
export type Violation = { readonly seq: number; readonly says: string };
export type Law = (transcript: Transcript) => readonly Violation[];

const closing: ReadonlySet<Kind> = new Set<Kind>(["plan", "previewAction", "end"]);

const episodesOf = (entries: readonly Entry[]): readonly Episode[] =>
  entries.flatMap((entry, index) => {
    if (!is(entry, "previewAction")) return [];
    const rest = entries.slice(index + 1);
    const end = rest.findIndex(({ body }) => closing.has(body.kind));
    return [{ preview: entry, before: entries.slice(0, index), after: end === -1 ? rest : rest.slice(0, end) }];
  });

export const is = <K extends Kind>(entry: Entry | undefined, kind: K): entry is EntryOf<K> => entry?.body.kind === kind;

export const allOf = <K extends Kind>(entries: readonly Entry[], kind: K): readonly EntryOf<K>[] =>
  entries.filter((entry): entry is EntryOf<K> => is(entry, kind));
export const lastOf = <K extends Kind>(entries: readonly Entry[], kind: K): EntryOf<K> | undefined =>
  entries.findLast((entry): entry is EntryOf<K> => is(entry, kind));
export const before = (entries: readonly Entry[], { seq }: Entry): readonly Entry[] => entries.slice(0, seq);
export const after = (entries: readonly Entry[], { seq }: Entry): readonly Entry[] => entries.slice(seq + 1);

/** Wall time (ms) of the last input at or before an event. */
export const wallMsAt = ({ entries }: Transcript, { seq }: Entry): number => {
  for (let index = seq; index >= 0; index -= 1) {
    const body = entries[index]?.body;
    if (body !== undefined && "wallMs" in body) return body.wallMs;
  }
  return 0;
};

/** Outputs by which a run goes on towards acting. */
const acting: readonly Kind[] = ["plan", "previewAction", "decideAction", "stepUp", "journal", "dispatch", "verifyCompletion"];
/** What a run did after an event though it had to end there. */
export const actsAfter = ({ entries }: Transcript, entry: Entry): Entry | undefined =>
  after(entries, entry).find(({ body }) => acting.includes(body.kind));

export const broken = ({ seq }: Entry, says: string): Violation => ({ seq, says });
/** A violation for each sentence whose condition holds. */
export const breaches = (entry: Entry, ...conditions: readonly (readonly [boolean, string])[]): readonly Violation[] =>
  conditions.flatMap(([holds, says]) => (holds ? [broken(entry, says)] : []));

/** The transcript of a receipt; an event's `seq` is its place, whatever number it carries. */
export const transcriptOf = ({ events, policy, policyDigest, statement: { predicate } }: Opened): Transcript => {
  const entries = events.map(({ at, body }, seq) => ({ seq, at, body }));
  return {
    policy,
    policyDigest,
    producer: predicate.producer,
    independentBy: predicate.independentChecks.map(({ by }) => by),
    entries,
    episodes: episodesOf(entries),
  };
};
