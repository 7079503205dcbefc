import { judge } from "../fact.js";
import { parseMounts, type Mount } from "../parse.js";
import { known, readInside, readText, type Read } from "../read.js";
import type { Fact, FileIdentity, MountFact, MountRule } from "../types.js";

/** Everything that is wrong with the mounts as a list; the sources are looked at apart, as they need the process's root. Pure. */
export const mountProblems = (mounts: readonly Mount[], rules: readonly MountRule[]): readonly string[] => {
  const points = mounts.map(({ point }) => point);
  const unexpected = points.filter((point) => !rules.some((rule) => rule.point === point));
  const problems = rules.flatMap((rule): readonly string[] => {
    const found = mounts.filter(({ point }) => point === rule.point);
    const [mount] = found;
    if (mount === undefined) return [`${rule.point} is not mounted`];
    if (found.length > 1) return [`${rule.point} is mounted ${found.length} times`];
    const missing = [rule.access, ...rule.flags].filter((option) => !mount.options.includes(option));
    const shared = mount.propagation.filter((entry) => entry.startsWith("shared:"));
    return [
      ...(missing.length > 0 ? [`${rule.point} lacks ${missing.join(",")}`] : []),
      ...(rule.types !== undefined && !rule.types.includes(mount.type) ? [`${rule.point} is ${mount.type}`] : []),
      // A shared mount would take in what is mounted on the host later.
      ...(shared.length > 0 ? [`${rule.point} is ${shared.join(",")}`] : []),
    ];
  });
  return [...unexpected.map((point) => `${point} is not allowed`), ...problems];
};

const sourceProblems = (pid: number, rules: readonly MountRule[]): Read<readonly string[]> => {
  const problems: string[] = [];
  for (const { point, source } of rules) {
    if (source === undefined) continue;
    const inside = readInside(pid, point);
    if (!inside.known) return inside;
    if (inside.value.device !== source.device || inside.value.inode !== source.inode)
      problems.push(`${point} is another file than the host's`);
  }
  return known(problems);
};

const line = (mount: Mount, source: FileIdentity | undefined): string =>
  [mount.point, mount.type, mount.options.join(","), source === undefined ? "memory" : `${source.device}:${source.inode}`].join(
    " ",
  );

export interface MountCheck {
  readonly facts: readonly Fact[];
  /** For the digest: points, types, options, device and inode; no host path. */
  readonly list: Read<readonly string[]>;
  readonly mounts: readonly MountFact[] | undefined;
}

/** The exact allowlist: nothing more, nothing less, and behind each bind the very file that the host means. */
export const checkMounts = (pid: number, rules: readonly MountRule[]): MountCheck => {
  const mounts = readText(pid, "mountinfo", parseMounts);
  const problems: Read<readonly string[]> = mounts.known ? known(mountProblems(mounts.value, rules)) : mounts;
  const source = (point: string): FileIdentity | undefined => rules.find((rule) => rule.point === point)?.source;
  return {
    facts: [
      judge("mounts", pid, `exactly ${rules.length} mounts`, problems),
      judge("mount_sources", pid, "device and inode of each bind", sourceProblems(pid, rules)),
    ],
    list: mounts.known ? known(mounts.value.map((mount) => line(mount, source(mount.point)))) : mounts,
    mounts: mounts.known ? mounts.value.map(({ point, type, options }) => ({ point, type, options })) : undefined,
  };
};
