import { checkCredentials, readIdentity } from "./checks/process.js";
import { checkSameNamespaces } from "./checks/namespaces.js";
import { compare, judge, worst } from "./fact.js";
import { known, unknown } from "./read.js";
import type { ConfinementMeasurement, Recheck } from "./types.js";

/**
 * The cheap check before every action: start time, ids, capabilities, NoNewPrivs, Seccomp and namespaces are still as
 * `earlier` measured them. What was not `ok` then stays so.
 */
export const recheckConfinement = async (earlier: ConfinementMeasurement): Promise<Recheck> => {
  const { process } = earlier;
  if (process === undefined) {
    const fact = judge("identity", 0, "a process", unknown("the earlier measurement has none"));
    return { verdict: "unknown", findings: [fact] };
  }
  const now = readIdentity(process.pid);
  const facts = [
    compare("identity", process.pid, process.startTimeTicks, now.known ? known(now.value.startTimeTicks) : now),
    ...checkCredentials(process.pid, process),
    ...checkSameNamespaces(process.pid, earlier.namespaces),
  ];
  return {
    verdict: worst([earlier.verdict, ...facts.map(({ verdict }) => verdict)]),
    findings: facts.filter(({ verdict }) => verdict !== "ok"),
  };
};
