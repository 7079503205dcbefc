/** What a commitment is about. One context per value: it is carried by reference from proposal to dispatch. */
export type CommitContext = {
  readonly kind: "application" | "title" | "text" | "point" | "chord" | "origin" | "path" | "actor";
  /** Number of the planner turn (texts, points, chords, effects), or 0 where one commitment serves the whole run. */
  readonly turn: number;
  /** Index in the turn's batch, or in the list. */
  readonly index: number;
};

/** The secret HMAC, passed in as a function: `core` never holds the key. Answers 64 hex digits. */
export type Commit = (context: CommitContext, value: string) => string;

/** Equal strings give equal commitments inside one run, so that a reader can see that a title did not change. */
export const wholeRun = (kind: "application" | "title" | "actor"): CommitContext => ({ kind, turn: 0, index: 0 });
