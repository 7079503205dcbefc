import { compare } from "../fact.js";
import { readNamespace, type Read } from "../read.js";
import type { Fact, NamespaceName, Namespaces } from "../types.js";

/** The time namespace is not among them: the recipe does not unshare it, and nothing is claimed about it. */
export const namespaceNames: readonly NamespaceName[] = ["user", "mnt", "net", "pid", "ipc", "uts", "cgroup"];

export const readNamespaces = (pid: number | "self"): Partial<Namespaces> =>
  Object.fromEntries(
    namespaceNames.flatMap((name) => {
      const read = readNamespace(pid, name);
      return read.known ? [[name, read.value]] : [];
    }),
  );

const other = (inode: Read<number>, host: Read<number>): Read<string> => {
  if (!inode.known) return inode;
  if (!host.known) return host;
  return {
    known: true,
    value: inode.value === host.value ? `${inode.value}, the host's` : "another than the host's",
  };
};

/** Each namespace is not the host's, and is the one that bubblewrap named, where it named one. */
export const checkNamespaces = (pid: number, claimed: Partial<Namespaces> | undefined): readonly Fact[] =>
  namespaceNames.flatMap((name) => {
    const inode = readNamespace(pid, name);
    const differs = compare(`namespace.${name}`, pid, "another than the host's", other(inode, readNamespace("self", name)));
    const claim = claimed?.[name];
    const text: Read<string> = inode.known ? { known: true, value: String(inode.value) } : inode;
    return claim === undefined ? [differs] : [differs, compare(`namespace.${name}.claimed`, pid, String(claim), text)];
  });

/** A process of the same sandbox is in the same seven. */
export const checkSameNamespaces = (pid: number, target: Partial<Namespaces>): readonly Fact[] =>
  namespaceNames.map((name) => {
    const inode = readNamespace(pid, name);
    return compare(
      `same_namespace.${name}`,
      pid,
      String(target[name]),
      inode.known ? { known: true, value: String(inode.value) } : inode,
    );
  });
