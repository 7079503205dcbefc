import { controlDigest } from "../../core/control-digest.js";
import type { Opened } from "../opened.js";
import { finding, type Finding } from "../report.js";

/** The controls that decided are those of this machine version: its refusal table, its list of controls, the host's hooks (A51). */
export const checkControls = ({ statement: { predicate } }: Opened): readonly Finding[] => {
  const actual = controlDigest({ host: predicate.producer.host });
  return actual === predicate.controlDigest
    ? []
    : [
        finding(
          "binding.controls",
          "payload",
          `the control digest is ${predicate.controlDigest}; machine version ${predicate.machineVersion} with these hooks has ${actual}`,
        ),
      ];
};
