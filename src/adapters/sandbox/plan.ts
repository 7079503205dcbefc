import { descriptors, inside, limits, targetEnvironment } from "./recipe.js";
import type { RuntimeLayout } from "./runtime.js";
import type { ScreenSpec } from "./types.js";

/** Host paths of one sandbox's staging folders, and what it runs. */
export interface TargetPlanSpec {
  readonly layout: RuntimeLayout;
  readonly app: string;
  /** The task's two folders; without them the program has neither. */
  readonly task: { readonly input: string; readonly output: string } | undefined;
  readonly socket: string;
  /** Program (as seen inside) and arguments. */
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

export interface XvfbPlanSpec {
  readonly layout: RuntimeLayout;
  readonly screen: ScreenSpec;
  /** Host path of the private socket directory. */
  readonly sockets: string;
  readonly server: string;
}

/** Words that belong together on a line. */
const option = (...words: readonly string[]): readonly string[] => words;

/**
 * By name, not `--unshare-all`, which goes on without a user or cgroup namespace where the kernel refuses one.
 * `--disable-userns`: nobody inside can make another one and with it get capabilities back.
 */
const isolation = [
  "--unshare-user",
  "--unshare-ipc",
  "--unshare-net",
  "--unshare-uts",
  "--unshare-cgroup",
  "--disable-userns",
  "--die-with-parent",
  "--new-session",
  "--cap-drop",
  "ALL",
  "--clearenv",
  "--hostname",
  "sandbox",
  "--chdir",
  "/",
] as const;

const runtime = (layout: RuntimeLayout): readonly string[] => [
  ...option("--ro-bind", "/usr", "/usr"),
  ...layout.links.flatMap(([target, path]) => ["--symlink", target, path]),
  ...layout.extras.flatMap((path) => ["--ro-bind", path, path]),
];

const memory = (point: string): readonly string[] => ["--size", String(limits.temporaryBytesMax), "--tmpfs", point];

const variables = (environment: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(environment)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, value]) => ["--setenv", name, value]);

/** Its own read-only mount: a directory under the writable /tmp could be renamed together with the socket in it. */
const display = (socket: string): readonly string[] => [
  "--perms",
  "0755",
  "--size",
  "4096",
  "--tmpfs",
  inside.sockets,
  "--ro-bind",
  socket,
  inside.socket,
  "--remount-ro",
  inside.sockets,
  "--perms",
  "0444",
  "--file",
  String(descriptors.cookie),
  inside.cookie,
  "--perms",
  "0444",
  "--file",
  String(descriptors.settings),
  inside.settings,
];

const confined = ["--seccomp", String(descriptors.seccomp), "--json-status-fd", String(descriptors.status)] as const;

/** Inside, after the user namespace exists: RLIMIT_NPROC counts per namespace, so an ordinary user's other processes do not count. */
const limited = [
  "/usr/bin/prlimit",
  `--nproc=${limits.processesMax}`,
  `--fsize=${limits.fileBytesMax}`,
  "--core=0",
  `--nofile=${limits.descriptorsMax}`,
  "--",
] as const;

/** Arguments for bubblewrap; the order is the order of mounts, and the root is closed last. Pure. */
export const planTarget = (spec: TargetPlanSpec): readonly string[] => [
  ...isolation,
  "--unshare-pid",
  ...runtime(spec.layout),
  ...option("--proc", "/proc", "--dev", "/dev"),
  ...memory("/tmp"),
  ...memory("/run"),
  ...option("--ro-bind", spec.app, inside.app),
  ...(spec.task === undefined ? [] : ["--ro-bind", spec.task.input, inside.input, "--bind", spec.task.output, inside.output]),
  ...display(spec.socket),
  ...variables({ ...targetEnvironment, ...spec.environment }),
  ...confined,
  // Without it, files of the dropped uid under /proc could be opened for writing.
  ...option("--remount-ro", "/proc", "--remount-ro", "/dev", "--remount-ro", "/"),
  "--",
  ...limited,
  ...spec.command,
];

/**
 * The X server keeps the host's pid namespace, or X-Resource would report pid 0 for every client, and gets no /proc.
 * `-noreset`: the server must not forget its state when the last client leaves.
 */
export const planXvfb = (spec: XvfbPlanSpec): readonly string[] => [
  ...isolation,
  ...runtime(spec.layout),
  ...option("--dev", "/dev"),
  ...memory("/tmp"),
  ...option("--bind", spec.sockets, inside.sockets),
  ...option("--perms", "0444", "--file", String(descriptors.cookie), inside.cookie),
  ...variables({ HOME: "/tmp", LANG: "C.UTF-8", PATH: "/usr/bin" }),
  ...confined,
  ...option("--remount-ro", "/dev", "--remount-ro", "/"),
  "--",
  spec.server,
  ":0",
  ...option("-screen", "0", `${spec.screen.widthPx}x${spec.screen.heightPx}x${spec.screen.depth}`),
  ...option("-noreset", "-nolisten", "tcp", "-nolisten", "local", "-auth", inside.cookie),
  ...option("-displayfd", String(descriptors.display)),
];
