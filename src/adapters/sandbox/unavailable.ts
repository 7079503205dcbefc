import { readFileSync } from "node:fs";
import { SandboxFault, unavailable, type UnavailableDetail, type UnavailableReason } from "./fault.js";

/** Kernel settings that decide whether an unprivileged user namespace can be made; undefined where there is no such file. */
export interface KernelSettings {
  readonly apparmorRestrict: string | undefined;
  readonly usernsClone: string | undefined;
  readonly usernsMax: string | undefined;
}

const setting = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return undefined;
  }
};

export const readKernelSettings = (): KernelSettings => ({
  apparmorRestrict: setting("/proc/sys/kernel/apparmor_restrict_unprivileged_userns"),
  usernsClone: setting("/proc/sys/kernel/unprivileged_userns_clone"),
  usernsMax: setting("/proc/sys/user/max_user_namespaces"),
});

/** One fix each, the one that gives the least away. */
const fixes: Readonly<Record<UnavailableReason, string>> = {
  bubblewrap_missing: "Install it: apt-get install bubblewrap",
  bubblewrap_too_old: "Use a release with bubblewrap 0.8 or later (Debian 12, Ubuntu 24.04)",
  xvfb_missing: "Install it: apt-get install xvfb",
  prlimit_missing: "Install it: apt-get install util-linux",
  supervisor_missing: "Build it: node scripts/setup.mjs",
  runtime_incomplete: "Use a release with a merged /usr (Debian 12, Ubuntu 24.04 or later)",
  architecture_unsupported: "Run on x86_64 or aarch64; there is no seccomp filter for others",
  uid_unusable: "Name an unprivileged uid with `uid`",
  userns_restricted_apparmor:
    "Give bubblewrap alone the permission: an AppArmor profile for /usr/bin/bwrap with `userns,` (docs/confinement.md has it)",
  userns_disabled:
    "Let the administrator allow user namespaces: sysctl user.max_user_namespaces and kernel.unprivileged_userns_clone",
  userns_denied:
    "In a container, start it with a seccomp profile that allows unshare and mount in a user namespace; else use a virtual machine",
  proc_masked: "In a container, start it with an unmasked /proc; else use a virtual machine",
  seccomp_missing: "Use a kernel with CONFIG_SECCOMP_FILTER",
  bubblewrap_failed: "Run `bwrap --ro-bind / / true` as the same user and mend what it says",
};

const namespaceRefused = /creat\w* new namespace|setting up uid map|RTM_NEWADDR|unshare|user namespace|uid_map|gid_map|setgroups/i;

const reasonOf = (text: string, kernel: KernelSettings): UnavailableReason => {
  if (/Unknown option/i.test(text)) return "bubblewrap_too_old";
  if (/PR_SET_SECCOMP|seccomp/i.test(text)) return "seccomp_missing";
  // The kernel's limit on namespaces is used up: the same file as a masked /proc stands in the words, but it is not the cause.
  if (/namespaces exceeded/i.test(text)) return "userns_disabled";
  if (/mount proc|mounting proc|\/proc\/sys|max_user_namespaces/i.test(text)) return "proc_masked";
  if (!namespaceRefused.test(text)) return "bubblewrap_failed";
  if (kernel.usernsClone === "0" || kernel.usernsMax === "0") return "userns_disabled";
  return kernel.apparmorRestrict === "1" ? "userns_restricted_apparmor" : "userns_denied";
};

/** What bubblewrap's own words mean here. Pure. */
export const classify = (stderr: readonly string[], kernel: KernelSettings): UnavailableDetail => {
  const words = stderr.filter((line) => line.startsWith("bwrap:"));
  const reason = reasonOf(words.join("\n"), kernel);
  return {
    reason,
    cause: words.at(-1)?.slice(0, 300) ?? "bubblewrap ended without a word",
    fix: fixes[reason],
  };
};

/** A fault that names what is missing on this machine. */
export const missing = (reason: UnavailableReason, cause: string): SandboxFault =>
  unavailable({ reason, cause, fix: fixes[reason] });
