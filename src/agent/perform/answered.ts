import type * as z from "zod";
import { NativeError } from "../../contract/errors.js";

/**
 * What a desktop answered, parsed at the door as a hook's answer is: a value of another shape is a fault of the native layer, never
 * repaired, and never seen by the machine or a receipt.
 */
export const answered = <T extends z.ZodType>(call: string, schema: T, answer: unknown): z.infer<T> => {
  let parsed: ReturnType<T["safeParse"]>;
  try {
    parsed = schema.safeParse(answer) as ReturnType<T["safeParse"]>;
  } catch (cause) {
    throw new NativeError("native_failed", `the desktop's ${call}: its answer could not be read; see cause`, cause);
  }
  if (parsed.success) return parsed.data as z.infer<T>;
  const [issue] = parsed.error.issues;
  throw new NativeError(
    "native_failed",
    `the desktop's ${call}: its answer has another shape (${issue?.path.map(String).join(".") ?? ""}: ${issue?.message ?? ""})`,
  );
};
