import { createHash } from "node:crypto";
import { action, answer, assemble, jumpIfAnyBit, jumpIfAtLeast, jumpIfEqual, load, offset, type Instruction } from "./bpf.js";
import { denied, highestKnown, inspected, type Architecture, type SyscallNumbers } from "./syscalls.js";

const auditArch: Readonly<Record<Architecture, number>> = {
  x86_64: 0xc000_003e,
  aarch64: 0xc000_00b7,
};

const EPERM = 1;
const ENOSYS = 38;
const AF_UNIX = 1;
/** x32 numbers stand from here on: the same calls by other numbers, so every rule below would miss them. */
const X32_BIT = 0x4000_0000;
/** CLONE_NEWNS, CGROUP, UTS, IPC, USER, PID, NET. (CLONE_NEWTIME is an exit signal's bit in clone; unshare and clone3 are refused whole.) */
const CLONE_NEW = 0x7e02_0000;
/** TIOCSTI types into the terminal, TIOCLINUX pastes into the console. */
const terminalInjection = [0x5412, 0x541c] as const;

const refuse = answer(action.errno(EPERM));

/** `body` runs only for this call and has to end in an answer on every way, or fall out at its end. */
const onCall = (numbers: SyscallNumbers, arch: Architecture, body: readonly Instruction[]): readonly Instruction[] => {
  const number = numbers[arch];
  return number === null ? [] : [jumpIfEqual(number, 0, body.length), ...body];
};

/** Everything but unix sockets is refused: a network namespace does not hold AF_VSOCK, nor netlink's own surface. */
const onlyUnix = [load(offset.argumentLow(0)), jumpIfEqual(AF_UNIX, 0, 1), answer(action.allow), refuse];

const noNewNamespace = [load(offset.argumentLow(0)), jumpIfAnyBit(CLONE_NEW, 0, 1), refuse, answer(action.allow)];

const noTerminalInjection = [
  load(offset.argumentLow(1)),
  ...terminalInjection.flatMap((request) => [jumpIfEqual(request, 0, 1), refuse]),
  answer(action.allow),
];

/** The program, readable in tests. */
export const filterProgram = (arch: Architecture): readonly Instruction[] => [
  load(offset.arch),
  jumpIfEqual(auditArch[arch], 1, 0),
  answer(action.killProcess),
  load(offset.nr),
  ...(arch === "x86_64" ? [jumpIfAtLeast(X32_BIT, 0, 1), answer(action.killProcess)] : []),
  // Calls that the kernel learnt after this list was written: the program falls back as on an older kernel.
  jumpIfAtLeast(highestKnown + 1, 0, 1),
  answer(action.errno(ENOSYS)),
  ...onCall(inspected.socket, arch, onlyUnix),
  ...onCall(inspected.socketpair, arch, onlyUnix),
  ...onCall(inspected.clone, arch, noNewNamespace),
  // Its flags stand in memory, where a filter cannot look; the C library falls back to clone.
  ...onCall(inspected.clone3, arch, [answer(action.errno(ENOSYS))]),
  ...onCall(inspected.ioctl, arch, noTerminalInjection),
  ...Object.values(denied).flatMap((numbers) => onCall(numbers, arch, [refuse])),
  answer(action.allow),
];

export interface SeccompFilter {
  readonly bytes: Uint8Array;
  /** Lower-case hex; goes into the attestation. */
  readonly sha256: string;
}

export const seccompFilter = (arch: Architecture): SeccompFilter => {
  const bytes = assemble(filterProgram(arch));
  return { bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
};

/** `process.arch` in the kernel's words; undefined when there is no filter for it, and then nothing may run. */
export const architectureOf = (nodeArch: string): Architecture | undefined =>
  ({ x64: "x86_64", arm64: "aarch64" })[nodeArch] as Architecture | undefined;
