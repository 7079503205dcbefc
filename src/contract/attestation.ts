import * as z from "zod";
import { bounds } from "./bounds.js";
import { count, digest, identifier, wallMs } from "./forms.js";

/** Inode numbers of /proc/<pid>/ns, as values (A44). */
export const namespaces = z.strictObject({
  user: count,
  mnt: count,
  net: count,
  pid: count,
  ipc: count,
  uts: count,
  cgroup: count,
});
export type Namespaces = z.infer<typeof namespaces>;

const errno = z.string().regex(/^(?:E[A-Z0-9]{1,15}|OK|SIGSYS|TIMEOUT|UNKNOWN)$/);

/** One denial probe, made from inside, and its positive control: the same thing done where it must succeed. */
export const probe = z.strictObject({
  name: identifier,
  group: z.enum(["net", "unix", "files", "proc", "ipc", "namespaces", "keyring", "tty", "syscalls", "x11"]),
  /** What the call answered: an errno name, or OK. */
  result: errno,
  verdict: z.enum(["as_expected", "not_as_expected", "unknown"]),
  control: z.enum(["passed", "failed", "unknown"]),
});
export type Probe = z.infer<typeof probe>;

/** One measured fact: observed and right, observed and wrong, or not observed. */
export const fact = z.enum(["ok", "wrong", "unknown"]);

/** Digests of the exact effective allowlists, each over the JCS of the policy's own list (`policyAllowlists`). */
export const allowlists = z.strictObject({
  applications: digest,
  origins: digest,
  reads: digest,
  writes: digest,
});
export type Allowlists = z.infer<typeof allowlists>;

/** A host's measured statement of confinement. It holds digests of canonical lists and inode numbers, never a host path. */
export const attestation = z.strictObject({
  kind: z.enum(["measured", "logical"]),
  runId: identifier,
  policyDigest: digest,
  process: z.strictObject({ pid: z.int().min(1), startTicks: count }),
  validUntilMs: wallMs,
  allowlists,
  namespaces,
  hostNamespaces: namespaces,
  /** Named facts, `requiredFacts` and more. */
  facts: z.record(identifier, fact),
  digests: z.record(identifier, digest),
  probes: z.array(probe).max(bounds.probesMax),
});
export type Attestation = z.infer<typeof attestation>;

export const rawAttestation = z.union([attestation, z.strictObject({ kind: z.literal("unavailable"), reason: identifier })]);
export type RawAttestation = z.infer<typeof rawAttestation>;

/**
 * Facts that an attestation must carry; one that is missing is unknown. `ids`: the host's uid and gid of every process; `lock`: NoNewPrivs,
 * seccomp mode and count of filters; `unshared`: no process outside of the sandbox is in one of its namespaces; `x_client`: the process that
 * X-Resource names for the window is the measured one.
 */
export const requiredFacts = [
  "ids",
  "not_root",
  "capabilities",
  "lock",
  "uid_map",
  "gid_map",
  "setgroups",
  "namespace.user",
  "namespace.mnt",
  "namespace.net",
  "namespace.pid",
  "namespace.ipc",
  "namespace.uts",
  "namespace.cgroup",
  "executable",
  "mounts",
  "mount_sources",
  "network.interfaces",
  "network.routes",
  "network.sockets",
  "descriptors",
  "environment",
  "processes",
  "reaper",
  "unshared",
  "descendant_executables",
  "identity",
  "x_client",
] as const;

/** Teardown as the host measured it. `null` where it could not be measured. */
export const cleanup = z.strictObject({
  processesLeft: count.nullable(),
  namespacesLeft: count.nullable(),
  socketsLeft: count.nullable(),
  filesLeft: count.nullable(),
  selectionsLeft: count.nullable(),
});
export type Cleanup = z.infer<typeof cleanup>;
