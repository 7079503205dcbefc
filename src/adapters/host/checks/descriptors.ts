import { judge } from "../fact.js";
import { parseUnixInodes } from "../parse.js";
import { both, readDescriptors, readText, type RawDescriptor, type Read } from "../read.js";
import type { DescriptorKind, DescriptorRules, Fact } from "../types.js";

const anonymous: Readonly<Record<string, DescriptorKind>> = {
  "anon_inode:[eventfd]": "eventfd",
  "anon_inode:[signalfd]": "signalfd",
  "anon_inode:[eventpoll]": "eventpoll",
  "anon_inode:inotify": "inotify",
  "anon_inode:[pidfd]": "pidfd",
};

/** What a descriptor is; undefined for what no rule can allow. A socket counts as a unix socket when the namespace's table lists it. */
export const kindOf = (descriptor: RawDescriptor, unixInodes: ReadonlySet<string>): DescriptorKind | undefined => {
  const { link, device, flags } = descriptor;
  if (device !== undefined) return device === "1:3" ? "null_device" : undefined;
  const socket = /^socket:\[(\d+)\]$/.exec(link)?.[1];
  if (socket !== undefined) return unixInodes.has(socket) ? "socket_unix" : undefined;
  if (/^pipe:\[\d+\]$/.test(link)) return "pipe";
  if (/^pidfd:\[\d+\]$/.test(link)) return "pidfd";
  if (link.startsWith("/memfd:")) return "memfd";
  const readOnly = /^[0-7]*0$/.test(flags);
  if (readOnly && /^\/(usr|etc\/fonts|var\/cache\/fontconfig)\//.test(link)) return "file_runtime";
  return anonymous[link];
};

export const descriptorProblems = (
  descriptors: readonly RawDescriptor[],
  unixInodes: ReadonlySet<string>,
  rules: DescriptorRules,
): readonly string[] => {
  const fixed = new Map(Object.entries(rules.fixed).map(([number, kinds]) => [Number(number), kinds]));
  const missing = [...fixed.keys()].filter((number) => !descriptors.some((descriptor) => descriptor.number === number));
  const wrong = descriptors.filter((descriptor) => {
    const kind = kindOf(descriptor, unixInodes);
    return kind === undefined || !(fixed.get(descriptor.number) ?? rules.others).includes(kind);
  });
  return [
    ...missing.map((number) => `descriptor ${number} is closed`),
    ...wrong.map(({ number, link }) => `descriptor ${number} is ${link}`),
    ...(descriptors.length > rules.countMax ? [`${descriptors.length} descriptors`] : []),
  ];
};

export interface DescriptorCheck {
  readonly fact: Fact;
  readonly list: Read<readonly string[]>;
}

export const checkDescriptors = (pid: number, rules: DescriptorRules): DescriptorCheck => {
  const descriptors = readDescriptors(pid);
  const inodes = readText(pid, "net/unix", parseUnixInodes);
  return {
    fact: judge(
      "descriptors",
      pid,
      `0..2 as given, others ${rules.others.join(", ")}`,
      both(descriptors, inodes, (all, unix) => descriptorProblems(all, unix, rules)),
    ),
    list: both(descriptors, inodes, (all, unix) =>
      all.map((descriptor) => `${descriptor.number} ${kindOf(descriptor, unix) ?? "other"}`),
    ),
  };
};
