import { readFileSync, readdirSync, statSync } from "node:fs";
import { randomInt } from "node:crypto";
import { SandboxFault, unavailable } from "./fault.js";

export interface DropTo {
  readonly uid: number;
  readonly gid: number;
}

/** The range that systemd keeps for dynamic users: no distribution gives these numbers to a person or a service. */
const FIRST = 61184;
const LAST = 65519;

const numbersIn = (file: string): ReadonlySet<number> => {
  const text = readFileSync(file, "utf8");
  return new Set(text.split("\n").map((line) => Number(line.split(":")[2])));
};

const running = (): ReadonlySet<number> =>
  new Set(
    readdirSync("/proc")
      .filter((name) => /^[0-9]+$/.test(name))
      .flatMap((name) => statSync(`/proc/${name}`, { throwIfNoEntry: false })?.uid ?? []),
  );

/** Chosen by this process already: of two desktops that start side by side the first runs nothing yet when the second chooses. */
const chosen = new Set<number>();

/** Unused here: no account, no group, no process. Two processes that start in the same instant may still meet; the choice is random. */
const unusedUid = (): number => {
  const taken = new Set([...numbersIn("/etc/passwd"), ...numbersIn("/etc/group"), ...running()]);
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    const uid = randomInt(FIRST, LAST + 1);
    if (taken.has(uid) || chosen.has(uid)) continue;
    chosen.add(uid);
    return uid;
  }
  throw unavailable({
    reason: "uid_unusable",
    cause: `no unused uid was found in ${FIRST}..${LAST}`,
    fix: "Name an unprivileged uid with `uid`",
  });
};

/** Under whom everything runs. `undefined`: as the ordinary user we are. */
export const chooseIdentity = (requested: number | undefined, ownUid: number): DropTo | undefined => {
  if (ownUid !== 0) {
    if (requested === undefined || requested === ownUid) return undefined;
    throw new SandboxFault(
      "spec_refused",
      `uid ${requested}: only root can drop to another uid, this is uid ${ownUid}; leave it out`,
    );
  }
  const uid = requested ?? unusedUid();
  if (!Number.isInteger(uid) || uid < 1 || uid > 0xffff_fffd) {
    throw new SandboxFault("spec_refused", `uid ${uid}: must be an unprivileged uid, not 0; leave it out to get an unused one`);
  }
  return { uid, gid: uid };
};
