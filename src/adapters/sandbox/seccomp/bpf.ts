/** Classic BPF as the kernel's seccomp takes it (`struct sock_filter`, little-endian on both architectures we know). */
export interface Instruction {
  readonly code: number;
  readonly jumpTrue: number;
  readonly jumpFalse: number;
  readonly k: number;
}

const instruction = (code: number, k: number, jumpTrue = 0, jumpFalse = 0): Instruction => ({
  code,
  jumpTrue,
  jumpFalse,
  k,
});

/** Loads 32 bits at an offset of `struct seccomp_data`. */
export const load = (offset: number): Instruction => instruction(0x20, offset);
export const jumpIfEqual = (k: number, yes: number, no: number): Instruction => instruction(0x15, k, yes, no);
export const jumpIfAtLeast = (k: number, yes: number, no: number): Instruction => instruction(0x35, k, yes, no);
export const jumpIfAnyBit = (k: number, yes: number, no: number): Instruction => instruction(0x45, k, yes, no);
export const answer = (k: number): Instruction => instruction(0x06, k);

export const action = {
  killProcess: 0x8000_0000,
  allow: 0x7fff_0000,
  errno: (errno: number): number => 0x0005_0000 | errno,
} as const;

/** Offsets in `struct seccomp_data`; an argument is 64 bits, its low half comes first. */
export const offset = {
  nr: 0,
  arch: 4,
  argumentLow: (index: number): number => 16 + 8 * index,
} as const;

/** The bytes that `--seccomp FD` reads. */
export const assemble = (program: readonly Instruction[]): Uint8Array => {
  const bytes = new Uint8Array(program.length * 8);
  const view = new DataView(bytes.buffer);
  for (const [index, { code, jumpTrue, jumpFalse, k }] of program.entries()) {
    view.setUint16(index * 8, code, true);
    view.setUint8(index * 8 + 2, jumpTrue);
    view.setUint8(index * 8 + 3, jumpFalse);
    view.setUint32(index * 8 + 4, k, true);
  }
  return bytes;
};
