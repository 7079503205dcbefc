import type { ProbeGroup } from "./probe-types.js";

export interface ProbeRule {
  readonly group: ProbeGroup;
  /** The only results that are as they should be; success is "0". */
  readonly expected: readonly string[];
  /** Where the positive control is made: by an allowed twin inside, or by the same attempt with no sandbox around it. */
  readonly control: "inside" | "outside";
  /** Only on this architecture of `process.arch`. */
  readonly only?: "x64";
}

const rule = (group: ProbeGroup, expected: string, control: "inside" | "outside" = "inside"): ProbeRule => ({
  group,
  expected: expected.split("|"),
  control,
});

/**
 * What each probe of fixtures/probe has to meet, by the cause that refuses it. Where two are named, either refusal stands: file
 * modes are looked at before the read-only mount, and a machine may lack the file.
 */
export const probeTable: Readonly<Record<string, ProbeRule>> = {
  // seccomp: unix sockets only
  net_inet_stream: rule("net", "EPERM", "outside"),
  net_inet_datagram: rule("net", "EPERM", "outside"),
  net_inet_icmp: rule("net", "EPERM"),
  net_inet6_stream: rule("net", "EPERM"),
  net_inet6_datagram: rule("net", "EPERM"),
  net_packet: rule("net", "EPERM"),
  net_vsock: rule("net", "EPERM"),
  net_netlink_route: rule("net", "EPERM", "outside"),
  net_netlink_uevent: rule("net", "EPERM", "outside"),
  net_crypto: rule("net", "EPERM"),
  net_inet_pair: rule("net", "EPERM"),
  net_host_loopback: rule("net", "EPERM", "outside"),
  // network namespace, mount namespace
  unix_host_abstract: rule("unix", "ECONNREFUSED", "outside"),
  unix_x_abstract: rule("unix", "ECONNREFUSED"),
  unix_host_socket: rule("unix", "ENOENT", "outside"),
  unix_message_bus: rule("unix", "ENOENT"),
  files_unmounted_read: rule("files", "ENOENT", "outside"),
  files_unmounted_by_proc_root: rule("files", "ENOENT|EACCES"),
  files_accounts_read: rule("files", "ENOENT", "outside"),
  files_homes_list: rule("files", "ENOENT", "outside"),
  files_root_home_list: rule("files", "ENOENT"),
  files_sys_list: rule("files", "ENOENT", "outside"),
  // read-only mounts
  files_input_open_write: rule("files", "EROFS|EACCES"),
  files_input_create: rule("files", "EROFS"),
  files_input_mode: rule("files", "EROFS"),
  files_input_remove: rule("files", "EROFS"),
  files_input_rename: rule("files", "EROFS"),
  files_app_create: rule("files", "EROFS"),
  files_runtime_open_write: rule("files", "EROFS|EACCES"),
  files_runtime_create: rule("files", "EROFS"),
  files_runtime_create_lib: rule("files", "EROFS"),
  files_root_create: rule("files", "EROFS"),
  files_etc_create: rule("files", "EROFS"),
  files_dev_create: rule("files", "EROFS"),
  files_cookie_open_write: rule("files", "EROFS|EACCES"),
  files_sockets_create: rule("files", "EROFS"),
  files_sockets_rename: rule("files", "EBUSY"),
  // what is allowed
  files_output_create: rule("files", "0"),
  files_tmp_create: rule("files", "0"),
  // /proc, other processes, limits, terminals
  proc_core_pattern_write: rule("proc", "EROFS|EACCES"),
  proc_user_namespaces_write: rule("proc", "EROFS|EACCES"),
  proc_net_setting_write: rule("proc", "EROFS|EACCES"),
  proc_own_score_write: rule("proc", "EROFS"),
  proc_own_memory_write: rule("proc", "EROFS"),
  proc_kernel_memory_read: rule("proc", "ENOENT|EACCES|EPERM"),
  proc_sysrq_write: rule("proc", "ENOENT|EACCES|EROFS"),
  ipc_host_process_signal: rule("ipc", "ESRCH", "outside"),
  files_device_node: rule("files", "EPERM"),
  namespaces_become_root: rule("namespaces", "EINVAL|EPERM"),
  syscalls_raise_limit: rule("syscalls", "EPERM"),
  tty_open: rule("tty", "ENXIO"),
  tty_console_open: rule("tty", "ENOENT"),
  tty_type: rule("tty", "EPERM"),
  tty_paste: rule("tty", "EPERM"),
  // seccomp: system calls
  namespaces_unshare_user: rule("namespaces", "EPERM"),
  namespaces_unshare_net: rule("namespaces", "EPERM"),
  namespaces_unshare_mount: rule("namespaces", "EPERM"),
  namespaces_enter: rule("namespaces", "EPERM"),
  namespaces_clone_user: rule("namespaces", "EPERM"),
  namespaces_clone_net: rule("namespaces", "EPERM"),
  namespaces_clone3: rule("namespaces", "ENOSYS"),
  namespaces_mount: rule("namespaces", "EPERM"),
  namespaces_unmount: rule("namespaces", "EPERM"),
  namespaces_pivot: rule("namespaces", "EPERM"),
  namespaces_change_root: rule("namespaces", "EPERM"),
  namespaces_open_tree: rule("namespaces", "EPERM"),
  namespaces_fsopen: rule("namespaces", "EPERM"),
  keyring_id: rule("keyring", "EPERM"),
  keyring_add: rule("keyring", "EPERM"),
  keyring_request: rule("keyring", "EPERM"),
  syscalls_trace: rule("syscalls", "EPERM", "outside"),
  syscalls_read_memory: rule("syscalls", "EPERM", "outside"),
  syscalls_write_memory: rule("syscalls", "EPERM", "outside"),
  syscalls_rings: rule("syscalls", "EPERM"),
  syscalls_bpf: rule("syscalls", "EPERM"),
  syscalls_perf: rule("syscalls", "EPERM"),
  syscalls_fault_handler: rule("syscalls", "EPERM"),
  syscalls_personality: rule("syscalls", "EPERM", "outside"),
  syscalls_memory_policy: rule("syscalls", "EPERM"),
  syscalls_clock: rule("syscalls", "EPERM"),
  syscalls_kexec: rule("syscalls", "EPERM"),
  syscalls_module: rule("syscalls", "EPERM"),
  syscalls_file_handle: rule("syscalls", "EPERM"),
  syscalls_kernel_log: rule("syscalls", "EPERM"),
  syscalls_future: rule("syscalls", "ENOSYS"),
  // the X server: under the same uid, through the same socket, only the cookie is missing or wrong
  x11_without_cookie: rule("x11", "EACCES"),
  x11_wrong_cookie: rule("x11", "EACCES"),
  syscalls_x32: { ...rule("syscalls", "SIGSYS"), only: "x64" },
};
