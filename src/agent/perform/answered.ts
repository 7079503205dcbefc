import type * as z from "zod";
import { NativeError } from "../../contract/errors.js";
import { parseAnswer } from "../door.js";

/** What a desktop answered; a value of another shape is a fault of the native layer. */
export const answered = <T extends z.ZodType>(call: string, schema: T, answer: unknown): z.infer<T> => {
  const parsed = parseAnswer(schema, answer);
  if (!parsed.ok) throw new NativeError("native_failed", `the desktop's ${call}: ${parsed.why}`);
  return parsed.value;
};
