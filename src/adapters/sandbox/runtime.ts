import { lstatSync, readlinkSync } from "node:fs";
import { unavailable } from "./fault.js";

/** The machine's read-only runtime, as far as it differs between distributions. */
export interface RuntimeLayout {
  /** Symbolic links at the root that lead into /usr, e.g. `["usr/bin", "/bin"]`. */
  readonly links: readonly (readonly [target: string, path: string])[];
  /** Files and directories outside /usr that a GTK program reads; those that exist here. */
  readonly extras: readonly string[];
}

const roots = ["/bin", "/lib", "/lib32", "/lib64", "/libx32", "/sbin"] as const;
const extras = ["/etc/fonts", "/etc/ld.so.cache", "/var/cache/fontconfig"] as const;

const kindOf = (path: string): "absent" | "link" | "other" => {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return "absent";
  return stat.isSymbolicLink() ? "link" : "other";
};

/** Reads the layout. A machine whose /bin is no link into /usr would need further mounts, so nothing runs there. */
export const readRuntimeLayout = (): RuntimeLayout => {
  const links = roots.flatMap((path): (readonly [string, string])[] => {
    const kind = kindOf(path);
    if (kind === "absent") return [];
    const target = kind === "link" ? readlinkSync(path) : undefined;
    if (target === undefined || !/^\/?usr\/[a-z0-9]+$/.test(target)) {
      throw unavailable({
        reason: "runtime_incomplete",
        cause: `${path} is not a symbolic link into /usr, as the read-only runtime needs`,
        fix: "Use a release with a merged /usr (Debian 12, Ubuntu 24.04 or later)",
      });
    }
    return [[target, path]];
  });
  return { links, extras: extras.filter((path) => kindOf(path) !== "absent") };
};
