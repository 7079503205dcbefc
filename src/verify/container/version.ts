import { predicateType, statementType, statementVersion } from "../../contract/receipt/index.js";
import { parseCanonical } from "../../base/index.js";
import { finding, type Finding } from "../report.js";

const says = (what: string, value: unknown, known: unknown): Finding =>
  finding("container.version", "payload", `${what} is ${JSON.stringify(value)}; this verifier knows ${String(known)}`);

/** A statement of another version is said to be that, and not to be malformed; there is no way down to an older reading. */
export const checkVersion = (payload: Uint8Array, machines: ReadonlySet<number>): readonly Finding[] => {
  const parsed = parseCanonical(payload, payload.length);
  const seen = parsed.ok ? statementVersion.safeParse(parsed.value) : undefined;
  if (seen?.success !== true) return [];
  const { _type, predicateType: type, predicate } = seen.data;
  if (_type !== statementType) return [says("the statement's type", _type, statementType)];
  if (type !== predicateType) return [says("the predicate's type", type, predicateType)];
  return machines.has(predicate.machineVersion)
    ? []
    : [says("the machine's version", predicate.machineVersion, [...machines].join(", "))];
};
