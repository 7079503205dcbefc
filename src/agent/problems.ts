import type { RunContext } from "./context.js";

const problemsMax = 16;
const problemCharsMax = 1_000;

/** An error's message, and those of its causes: the last one names what really happened. */
const wordsOf = (error: unknown, depth = 0): string => {
  if (!(error instanceof Error)) return String(error);
  if (error.cause === undefined || depth > 4) return error.message;
  const cause = wordsOf(error.cause, depth + 1);
  return error.message.includes(cause) ? error.message : `${error.message}: ${cause}`;
};

/**
 * Keeps what a port or hook said when it failed, for the host that owns the run: a code says what the machine made of it, these words
 * say which socket, file or hook it was. They are in the outcome and nowhere else: no event and no receipt holds them.
 */
export const noteProblem = ({ vault }: RunContext, error: unknown): void => {
  if (vault.problems.length < problemsMax) vault.problems.push(wordsOf(error).slice(0, problemCharsMax));
};
