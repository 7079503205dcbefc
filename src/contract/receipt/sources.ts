import * as z from "zod";
import { domainDigest } from "../../base/crypto/domain-digest.js";
import { count, digest } from "../forms.js";

/** One tracked file: its path in the repository, and the SHA-256 of its bytes. */
export type SourceFile = { readonly path: string; readonly sha256: string };

/** What the program that made a run was built from. `null` where it was not a checkout, or could not be measured. */
export const buildFacts = z.strictObject({
  commit: z
    .string()
    .regex(/^[0-9a-f]{40}$/)
    .nullable(),
  /** Whether tracked files differed from the commit, or untracked ones lay among the sources. */
  dirty: z.boolean().nullable(),
  sources: z.strictObject({ count, digest }).nullable(),
  addonSha256: digest.nullable(),
  supervisorSha256: digest.nullable(),
});
export type BuildFacts = z.infer<typeof buildFacts>;

const folders = ["src/", "crates/", "fixtures/", "scripts/", "native/"];
const files = ["package.json", "package-lock.json", "Cargo.toml", "Cargo.lock", "tsconfig.json", "tsconfig.base.json"];

/** Whether a tracked file is part of what runs. Documents, tests and receipts are not: a receipt can be committed after its run. */
export const isSource = (path: string): boolean => files.includes(path) || folders.some((folder) => path.startsWith(folder));

/** One digest over all sources, by path. */
export const sourcesOf = (tracked: readonly SourceFile[]): { count: number; digest: string } => {
  const sources = tracked.filter(({ path }) => isSource(path)).toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const list = sources.map(({ path, sha256 }) => [path, sha256]);
  return { count: sources.length, digest: domainDigest("sources", list) };
};
