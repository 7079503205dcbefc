import { sha256Hex } from "../../base/crypto/digest.js";
import { outputPattern } from "../../contract/receipt/index.js";
import type { Opened } from "../opened.js";
import { finding, type Finding } from "../report.js";

/** A public output is the file that the verifier of completion saw: same place in the policy, same digest. */
export const checkOutputs = ({ files, statement: { predicate } }: Opened): readonly Finding[] =>
  [...files].flatMap(([name, bytes]) => {
    const index = outputPattern.exec(name)?.[1];
    if (index === undefined) return [];
    const seen = predicate.summary.completion?.outputs.find(({ output }) => output === Number(index));
    if (seen === undefined) return [finding("binding.outputs", name, "no verifier of completion saw such an output")];
    const actual = sha256Hex(bytes);
    return seen.sha256 === actual
      ? []
      : [finding("binding.outputs", name, `its SHA-256 is ${actual}; the verifier saw ${seen.sha256}`)];
  });
