import { lstat } from "node:fs/promises";
import { identityOf } from "./identity.js";
import { parseStatus } from "./parse.js";
import { readText } from "./read.js";
import type { ConfinementExpectations, FileIdentity, MountRule, Namespaces } from "./types.js";

/** What the host knows about a run by itself: who, which program, and which files stand behind the task's paths. */
export interface RecipeFacts {
  readonly uid: number;
  readonly gid: number;
  readonly executable: FileIdentity & { readonly sha256: string };
  /** SHA-256 of what the target may start (the probe program). */
  readonly descendantExecutables: readonly string[];
  readonly app: FileIdentity;
  /** What stands behind `/task/in` and `/task/out`; nothing where the target was started without them. */
  readonly task: { readonly input: FileIdentity; readonly output: FileIdentity } | undefined;
  readonly socket: FileIdentity;
  /** What the target was given besides the recipe's own variables. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly claimedNamespaces?: Partial<Namespaces>;
}

const environment = {
  DISPLAY: ":0",
  GDK_BACKEND: "x11",
  GIO_USE_VFS: "local",
  GSETTINGS_BACKEND: "memory",
  GTK_USE_PORTAL: "0",
  HOME: "/tmp",
  LANG: "C.UTF-8",
  NO_AT_BRIDGE: "1",
  PATH: "/usr/bin",
  PWD: "/",
  XAUTHORITY: "/etc/xauthority",
  XDG_CONFIG_HOME: "/etc/xdg",
  XDG_RUNTIME_DIR: "/run",
} as const;

const readOnly = ["nosuid", "nodev"] as const;

const bind = (point: string, access: "ro" | "rw", source: FileIdentity): MountRule => ({
  point,
  access,
  flags: readOnly,
  source,
});

const memory = (point: string, access: "ro" | "rw", types: readonly string[], flags: readonly string[] = readOnly): MountRule => ({
  point,
  access,
  flags,
  types,
});

/** The machine's read-only runtime: /usr always, the others where this machine has them. */
const runtime = async (): Promise<readonly MountRule[]> => {
  const optional = ["/etc/fonts", "/etc/ld.so.cache", "/var/cache/fontconfig"];
  const present: string[] = ["/usr"];
  for (const path of optional) {
    if (
      await lstat(path).then(
        () => true,
        () => false,
      )
    )
      present.push(path);
  }
  return Promise.all(present.map(async (path) => bind(path, "ro", await identityOf(path))));
};

/** Character devices are bound from the host one by one; the file system around them is read-only. */
const devices = (): Promise<readonly MountRule[]> =>
  Promise.all(
    ["null", "zero", "full", "random", "urandom", "tty"].map(async (name): Promise<MountRule> => {
      const point = `/dev/${name}`;
      return { point, access: "rw", flags: ["nosuid"], source: await identityOf(point) };
    }),
  );

/** Only a process of our own uid was started without a drop, and then it has our groups. */
const ownGroups = (uid: number): readonly number[] => {
  const own = readText(process.pid, "status", parseStatus);
  return own.known && own.value.uids[0] === uid ? own.value.groups : [];
};

/** The exact allowlists of docs/confinement.md for these facts; written apart from the launcher, so that each checks the other. */
export const recipeExpectations = async (facts: RecipeFacts): Promise<ConfinementExpectations> => ({
  uid: facts.uid,
  gid: facts.gid,
  groups: ownGroups(facts.uid),
  executable: facts.executable,
  descendantExecutables: facts.descendantExecutables,
  mounts: [
    memory("/", "ro", ["tmpfs"]),
    ...(await runtime()),
    memory("/proc", "ro", ["proc"], [...readOnly, "noexec"]),
    memory("/dev", "ro", ["tmpfs"]),
    ...(await devices()),
    memory("/dev/pts", "rw", ["devpts"], ["nosuid", "noexec"]),
    memory("/tmp", "rw", ["tmpfs"]),
    memory("/run", "rw", ["tmpfs"]),
    bind("/task/app", "ro", facts.app),
    ...(facts.task === undefined ? [] : [bind("/task/in", "ro", facts.task.input), bind("/task/out", "rw", facts.task.output)]),
    memory("/tmp/.X11-unix", "ro", ["tmpfs"]),
    bind("/tmp/.X11-unix/X0", "ro", facts.socket),
  ],
  descriptors: {
    fixed: { 0: ["null_device"], 1: ["pipe"], 2: ["pipe"] },
    // A pidfd is GLib watching a child; pidfd_getfd, which would take its descriptors, is refused by the filter.
    others: ["socket_unix", "eventfd", "pidfd", "file_runtime"],
    countMax: 32,
  },
  environment: { exact: { ...environment, ...facts.environment } },
  descendantsMax: 4,
  ...(facts.claimedNamespaces === undefined ? {} : { claimedNamespaces: facts.claimedNamespaces }),
});
