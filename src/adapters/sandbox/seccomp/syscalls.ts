/**
 * Numbers of the system calls that the filter names, by architecture (kernel headers: asm/unistd_64.h, asm-generic/unistd.h).
 * `null`: the architecture does not have it.
 */
export type Architecture = "x86_64" | "aarch64";

export type SyscallNumbers = Readonly<Record<Architecture, number | null>>;

const at = (x86_64: number | null, aarch64: number | null): SyscallNumbers => ({ x86_64, aarch64 });

/** Refused with EPERM whatever the arguments. */
export const denied = {
  // keyrings are not namespaced: a key of the user would be readable
  add_key: at(248, 217),
  request_key: at(249, 218),
  keyctl: at(250, 219),
  // a second, unfiltered way into the kernel
  io_uring_setup: at(425, 425),
  io_uring_enter: at(426, 426),
  io_uring_register: at(427, 427),
  // other processes of the same uid
  ptrace: at(101, 117),
  process_vm_readv: at(310, 270),
  process_vm_writev: at(311, 271),
  process_madvise: at(440, 440),
  process_mrelease: at(448, 448),
  kcmp: at(312, 272),
  pidfd_getfd: at(438, 438),
  move_pages: at(279, 239),
  migrate_pages: at(256, 238),
  // attack surface that no desktop program needs
  bpf: at(321, 280),
  perf_event_open: at(298, 241),
  userfaultfd: at(323, 282),
  memfd_secret: at(447, 447),
  vmsplice: at(278, 75),
  personality: at(135, 92),
  modify_ldt: at(154, null),
  lookup_dcookie: at(212, 18),
  nfsservctl: at(180, 42),
  uselib: at(134, null),
  ustat: at(136, null),
  sysfs: at(139, null),
  _sysctl: at(156, null),
  mbind: at(237, 235),
  set_mempolicy: at(238, 237),
  set_mempolicy_home_node: at(450, 450),
  // mounts: the allowlist is exact and stays so
  mount: at(165, 40),
  umount2: at(166, 39),
  pivot_root: at(155, 41),
  chroot: at(161, 51),
  move_mount: at(429, 429),
  open_tree: at(428, 428),
  fsopen: at(430, 430),
  fsconfig: at(431, 431),
  fsmount: at(432, 432),
  fspick: at(433, 433),
  mount_setattr: at(442, 442),
  statmount: at(457, 457),
  listmount: at(458, 458),
  // namespaces: a new one would bring capabilities back
  setns: at(308, 268),
  unshare: at(272, 97),
  // the machine
  kexec_load: at(246, 104),
  kexec_file_load: at(320, 294),
  init_module: at(175, 105),
  finit_module: at(313, 273),
  delete_module: at(176, 106),
  create_module: at(174, null),
  get_kernel_syms: at(177, null),
  query_module: at(178, null),
  swapon: at(167, 224),
  swapoff: at(168, 225),
  reboot: at(169, 142),
  settimeofday: at(164, 170),
  clock_settime: at(227, 112),
  clock_adjtime: at(305, 266),
  adjtimex: at(159, 171),
  acct: at(163, 89),
  quotactl: at(179, 60),
  quotactl_fd: at(443, 443),
  syslog: at(103, 116),
  vhangup: at(153, 58),
  iopl: at(172, null),
  ioperm: at(173, null),
  sethostname: at(170, 161),
  setdomainname: at(171, 162),
  // files by handle pass every mount
  name_to_handle_at: at(303, 264),
  open_by_handle_at: at(304, 265),
  fanotify_init: at(300, 262),
  fanotify_mark: at(301, 263),
} as const satisfies Record<string, SyscallNumbers>;

/** Looked at by argument, or answered with another errno (filter.ts says how). */
export const inspected = {
  socket: at(41, 198),
  socketpair: at(53, 199),
  clone: at(56, 220),
  clone3: at(435, 435),
  ioctl: at(16, 29),
} as const satisfies Record<string, SyscallNumbers>;

/** The highest number this list was written for (mseal); from 424 on both architectures count alike. */
export const highestKnown = 462;
