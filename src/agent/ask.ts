import type * as z from "zod";
import { HostHookError, faultOf } from "../contract/errors.js";
import { faults } from "../contract/faults.js";
import { plainCopy } from "../contract/plain.js";

/**
 * Asks a hook of the host and parses what it answers, at the door: a value of another shape is a fault, never repaired. The text
 * of a hook's own error goes to the host as `cause`, and nowhere else.
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
  // Own fields, each read once: an approval that a prototype lends is none, and a getter may throw while it is read.
  const plain = plainCopy(answer);
  if (!plain.ok)
    throw new HostHookError(hook, "hook_malformed", `its answer could not be read (${plain.where || "the whole"}: ${plain.why})`);
  const parsed = schema.safeParse(plain.value);
  if (!parsed.success) {
    const where = parsed.error.issues.slice(0, 3).map((issue) => `${issue.path.map(String).join(".")}: ${issue.message}`);
    throw new HostHookError(hook, "hook_malformed", `its answer has another shape (${where.join("; ")})`);
  }
  return parsed.data;
};

/** A hook that must answer: absence is a malformed answer. */
export const demand = async <T extends z.ZodType>(hook: string, schema: T, call: () => Promise<unknown>): Promise<z.infer<T>> => {
  const answer = await ask(hook, schema, call);
  if (answer === undefined) throw new HostHookError(hook, "hook_malformed", "it answered nothing");
  return answer;
};
