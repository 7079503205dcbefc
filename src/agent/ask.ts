import type * as z from "zod";
import { HostHookError, faultOf } from "../contract/errors.js";
import { faults } from "../contract/faults.js";
import { parseAnswer } from "./door.js";

/**
 * Asks a hook of the host and parses what it answers. The text of a hook's own error goes to the host as `cause`, and nowhere else.
 */
export const ask = async <T extends z.ZodType>(
  hook: string,
  schema: T,
  call: () => Promise<unknown>,
): Promise<z.infer<T> | undefined> => {
  const answer = await call().catch((cause: unknown) => {
    // A hook that looks through our own observer and finds the display gone says more than that it failed: the run cannot go on.
    if (faults[faultOf(cause, "hook_failed")].fatal) throw cause;
    throw new HostHookError(hook, "hook_failed", "it failed; see cause", cause);
  });
  if (answer === undefined || answer === null) return undefined;
  const parsed = parseAnswer(schema, answer);
  if (!parsed.ok) throw new HostHookError(hook, "hook_malformed", parsed.why);
  return parsed.value;
};

/** A hook that must answer: absence is a malformed answer. */
export const demand = async <T extends z.ZodType>(hook: string, schema: T, call: () => Promise<unknown>): Promise<z.infer<T>> => {
  const answer = await ask(hook, schema, call);
  if (answer === undefined) throw new HostHookError(hook, "hook_malformed", "it answered nothing");
  return answer;
};
