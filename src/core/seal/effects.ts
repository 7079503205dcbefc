import type { Completion, Effects, RawCompletion, RawEffects, Surplus } from "../../contract/effects.js";
import { coveringEntry, type ComputerUseRunPolicy } from "../../contract/policy.js";
import { absolutePath } from "../../contract/forms.js";
import type { Commit } from "./commit.js";

type Place = { readonly policy: ComputerUseRunPolicy; readonly turn: number; readonly index: number; readonly commit: Commit };

/** A path that is not canonical is covered by nothing: `..` and links must not reach around an entry. */
const fileCover = (entries: Parameters<typeof coveringEntry>[0], path: string): number | null =>
  absolutePath.safeParse(path).success ? coveringEntry(entries, path) : null;

const indexIn = (list: readonly string[], value: string): number | null => {
  const index = list.indexOf(value);
  return index === -1 ? null : index;
};

/** Seals the effects that the host enumerated: which entry of the policy covers each, and a commitment to it. */
export const sealEffects = (raw: RawEffects, { policy, turn, index, commit }: Place): Effects => {
  const seal = (kind: "origin" | "path", list: readonly string[], cover: (value: string) => number | null) =>
    list.map((value) => ({ coveredBy: cover(value), commitment: commit({ kind, turn, index }, value) }));
  return {
    class: raw.class,
    origins: seal("origin", raw.origins, (value) => indexIn(policy.network.origins, value)),
    reads: seal("path", raw.reads, (value) => fileCover(policy.files.read, value)),
    writes: seal("path", raw.writes, (value) => fileCover(policy.files.write, value)),
    complete: raw.complete,
  };
};

/** How many of the changes that the host saw were not named beforehand. */
export const sealSurplus = (
  seen: { readonly origins: readonly string[]; readonly writes: readonly string[] },
  named: RawEffects,
): Surplus => ({
  origins: seen.origins.filter((value) => !named.origins.includes(value)).length,
  writes: seen.writes.filter((value) => !named.writes.includes(value)).length,
});

const sha256 = /^[0-9a-f]{64}$/;

/** Seals a verifier's result: names become indexes into the policy; evidence that is no SHA-256 becomes null. */
export const sealCompletion = (raw: RawCompletion, policy: ComputerUseRunPolicy): Completion => ({
  verifier: indexIn(policy.completion.verifiers, raw.verifier),
  checks: raw.checks.map(({ name, passed, evidenceDigest }) => ({
    required: indexIn(policy.completion.requiredChecks, name),
    passed,
    evidenceDigest: sha256.test(evidenceDigest) ? evidenceDigest : null,
  })),
  outputs: raw.outputs.flatMap(({ path, sha256: value }) => {
    const output = indexIn(
      policy.outputs.map((entry) => entry.path),
      path,
    );
    return output === null || !sha256.test(value) ? [] : [{ output, sha256: value }];
  }),
});
