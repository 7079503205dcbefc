import { checkDescriptors } from "./checks/descriptors.js";
import { checkEnvironment } from "./checks/environment.js";
import { checkMembers } from "./checks/members.js";
import { checkMounts } from "./checks/mounts.js";
import { checkNamespaces, readNamespaces } from "./checks/namespaces.js";
import { checkNetwork } from "./checks/network.js";
import { checkCredentials, checkExecutable, checkMaps, readIdentity } from "./checks/process.js";
import { compare, digestOf, worst } from "./fact.js";
import type { Read } from "./read.js";
import type { ConfinementExpectations, ConfinementMeasurement, Fact } from "./types.js";

const microseconds = (): bigint => process.hrtime.bigint() / 1000n;

const digest = (list: Read<readonly string[]>): string | undefined => (list.known ? digestOf(list.value) : undefined);

/** The pid still means the process that it meant when the measuring began. */
const checkStable = (pid: number, before: ReturnType<typeof readIdentity>): Fact => {
  const after = readIdentity(pid);
  const text: Read<string> = after.known ? { known: true, value: after.value.startTimeTicks } : after;
  return compare("identity", pid, before.known ? before.value.startTimeTicks : "a start time", text);
};

/**
 * Measures a process and everything in its pid namespace from outside and compares with the allowlists. Never rejects for
 * what it finds: a fact that cannot be read is `unknown`, and then so is the whole.
 */
export const measureConfinement = async (pid: number, expected: ConfinementExpectations): Promise<ConfinementMeasurement> => {
  const startedAtUs = microseconds();
  const identity = readIdentity(pid);
  const namespaces = readNamespaces(pid);
  const executable = checkExecutable(pid, expected);
  const mounts = checkMounts(pid, expected.mounts);
  const network = checkNetwork(pid);
  const descriptors = checkDescriptors(pid, expected.descriptors);
  const environment = checkEnvironment(pid, expected.environment);
  const members = checkMembers(pid, namespaces, expected);
  const facts: readonly Fact[] = [
    ...checkCredentials(pid, expected),
    ...checkMaps(pid, expected),
    ...checkNamespaces(pid, expected.claimedNamespaces),
    executable.fact,
    ...mounts.facts,
    ...network.facts,
    descriptors.fact,
    environment.fact,
    ...members.facts,
    checkStable(pid, identity),
  ];
  return {
    verdict: worst(facts.map(({ verdict }) => verdict)),
    facts,
    findings: facts.filter(({ verdict }) => verdict !== "ok"),
    process: identity.known ? identity.value : undefined,
    namespaces,
    hostNamespaces: readNamespaces("self"),
    executable: executable.read.known ? executable.read.value : undefined,
    digests: {
      mounts: digest(mounts.list),
      network: digest(network.list),
      descriptors: digest(descriptors.list),
      environment: digest(environment.list),
      processes: digest(members.list),
    },
    descendants: members.descendants,
    network: network.tables,
    mounts: mounts.mounts,
    startedAtUs,
    durationUs: Number(microseconds() - startedAtUs),
  };
};
