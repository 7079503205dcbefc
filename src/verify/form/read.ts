import type * as z from "zod";
import { parseCanonical } from "../../base/index.js";
import type { CheckId } from "../checks.js";
import { finding, type Finding } from "../report.js";

export type Read<T> = { readonly value: T } | { readonly findings: readonly Finding[] };

/** Reads one canonical JSON text against its schema. `checks` names which check stands for its form and which for its shape. */
export const readAs = <T>(
  schema: z.ZodType<T>,
  bytes: Uint8Array,
  bytesMax: number,
  where: string,
  checks: { form: CheckId; shape: CheckId },
): Read<T> => {
  const parsed = parseCanonical(bytes, bytesMax);
  if (!parsed.ok) return { findings: [finding(checks.form, where, parsed.detail)] };
  const shaped = schema.safeParse(parsed.value);
  if (shaped.success) return { value: shaped.data };
  const [issue] = shaped.error.issues;
  return { findings: [finding(checks.shape, where, `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "another shape"}`)] };
};
