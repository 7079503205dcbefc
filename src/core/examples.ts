import type { ComputerUseRunPolicy, PolicyExample } from "../contract/policy.js";
import { sortRefusals, type RefusalCode } from "../contract/refusals.js";
import { effects } from "./controls/effects.js";
import { sealEffects } from "./seal/effects.js";

/** What the policy decides about an example: its list of action types and its effects. */
const decide = (policy: ComputerUseRunPolicy, digest: string, example: PolicyExample): readonly RefusalCode[] => {
  const raw = { class: "none", origins: example.origins, reads: example.reads, writes: example.writes, complete: true } as const;
  // Nothing about an example is secret: it stands in the policy.
  const sealed = sealEffects(raw, { policy, turn: 0, index: 0, commit: () => "0".repeat(64) });
  const listed = policy.actions.includes(example.action);
  return sortRefusals([
    ...(listed ? [] : (["action_type_not_allowed"] as const)),
    ...effects({ policy, policyDigest: digest, at: 0, wallMs: 0, effects: sealed }),
  ]);
};

/** Names of the examples that the policy decides otherwise than they say. */
export const failingExamples = (policy: ComputerUseRunPolicy, digest: string): readonly string[] =>
  (policy.examples ?? []).flatMap((example) => {
    const got = decide(policy, digest, example);
    const want = "admit" in example.expect ? [] : sortRefusals(example.expect.refuse as RefusalCode[]);
    return got.length === want.length && got.every((code, index) => code === want[index]) ? [] : [example.name];
  });
