import type { RunContext } from "./context.js";

const problemsMax = 16;
const problemCharsMax = 1_000;

/** An error's message, and those of its causes: the last one names what really happened. */
const messagesOf = (error: unknown, depth = 0): string => {
  if (!(error instanceof Error)) return String(error);
  const { message } = error;
  if (error.cause === undefined || depth > 4) return message;
  const cause = messagesOf(error.cause, depth + 1);
  return message.includes(cause) ? message : `${message}: ${cause}`;
};

/** Anything can be thrown, also what throws when it is read: that must not cost the run its next input. */
const wordsOf = (error: unknown): string => {
  try {
    return messagesOf(error);
  } catch {
    return "it failed with something that cannot be read";
  }
};

/**
 * Keeps what a port or hook said when it failed, for the host that owns the run: a code says what the machine made of it, these words
 * say which socket, file or hook it was. They are in the outcome and nowhere else: no event and no receipt holds them.
 */
export const noteProblem = ({ vault }: RunContext, error: unknown): void => {
  if (vault.problems.length < problemsMax) vault.problems.push(wordsOf(error).slice(0, problemCharsMax));
};
