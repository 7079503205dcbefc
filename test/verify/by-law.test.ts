import { expect, test } from "vitest";
import { checks, verifyReceipt } from "../../src/verify/index.ts";
import { trust } from "./receipts.ts";
import { admissibility } from "./vectors/laws/index.ts";

/** For each law of a run the edit that breaks it, by the words of its vector, and the check that must find it. */
const broken = {
  A8: ["attestation", "nothing was attested"],
  A9: ["attestation", "the attested process is another"],
  A10: ["attestation", "the attestation is a statement of intent"],
  A11: ["fresh-frame", "whether a pixel had changed is not known"],
  A12: ["replan", "the planner was given a frame captured for something else"],
  A13: ["reobservation", "nothing was observed after the decision"],
  A14: ["target", "the focus came to the target while its frame was captured"],
  A15: ["run-preview", "another budget was shown"],
  A16: ["run-decision", "a run that only looks asked somebody"],
  A17: ["run-decision", "nobody decided"],
  A18: ["decision", "no decision was given"],
  A19: ["step-up", "the step-up was not asked for"],
  A20: ["reuse", "the second action is shown under the first one's nonce"],
  A21: ["sealing", "a key that types a character stands in clear"],
  A22: ["primitive", "the admission is for another window"],
  A23: ["outcome", "an outcome that was refused by the desktop goes unanswered"],
  A24: ["action-preview", "the effects shown are not those that the host named"],
  A25: ["surplus", "more changed than was named"],
  A26: ["completion", "a required check did not pass"],
  A27: ["completion", "no verifier answered"],
  A28: ["cancellation", "something was asked for after the signal"],
  A29: ["cancellation", "the delay is said to be shorter"],
} as const;

test("there is one for each of A8 to A29", () => {
  expect(Object.keys(broken)).toEqual(Array.from({ length: 22 }, (_, index) => `A${index + 8}`));
});

// Chain, root, subject and digests are made whole again, and the right key signs: authentic, and not what the machine would have done.
test.each(Object.entries(broken))("%s, broken and signed again by the right key, is inadmissible", async (_, [name, when]) => {
  const vector = admissibility.find((given) => given.check === `admissibility.${name}` && given.when === when);
  if (vector === undefined) throw new Error(`no vector of admissibility.${name} is about ${when}`);
  const { files } = await vector.make();
  const report = verifyReceipt(files, { trust });
  expect(report.exit).toBe(3);
  const found = report.findings.map(({ check }) => check);
  expect(found).toContain(vector.check);
  expect(found.filter((check) => checks[check].stage !== "admissibility")).toEqual([]);
});
