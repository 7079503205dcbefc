import type * as z from "zod";
import { plainCopy } from "../contract/plain.js";

export type AtTheDoor<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: string };

/**
 * Parses what a hook or the desktop answered, at the door: own fields, each read once (what a prototype lends is not there, and a getter
 * may throw), then a strict schema. A value of another shape is never repaired, and never seen by the machine or a receipt.
 */
export const parseAnswer = <T extends z.ZodType>(schema: T, answer: unknown): AtTheDoor<z.infer<T>> => {
  const plain = plainCopy(answer);
  if (!plain.ok) return { ok: false, why: `its answer could not be read (${plain.where || "the whole"}: ${plain.why})` };
  const parsed = schema.safeParse(plain.value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const where = parsed.error.issues.slice(0, 3).map((issue) => `${issue.path.map(String).join(".")}: ${issue.message}`);
  return { ok: false, why: `its answer has another shape (${where.join("; ")})` };
};
