import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { assemble, type Instruction } from "../../../src/adapters/sandbox/seccomp/bpf.ts";
import { filterProgram, seccompFilter } from "../../../src/adapters/sandbox/seccomp/filter.ts";
import { denied, inspected } from "../../../src/adapters/sandbox/seccomp/syscalls.ts";

interface Call {
  readonly arch: number;
  readonly nr: number;
  readonly args?: readonly number[];
}

const names: Readonly<Record<number, string>> = {
  0x8000_0000: "kill",
  0x7fff_0000: "allow",
  0x5_0001: "EPERM",
  0x5_0026: "ENOSYS",
};

/** A classic BPF machine as small as the filter needs; it throws for what the kernel's checker would refuse. */
const decide = (program: readonly Instruction[], call: Call): string => {
  const data = new DataView(new ArrayBuffer(64));
  data.setUint32(0, call.nr, true);
  data.setUint32(4, call.arch, true);
  (call.args ?? []).forEach((value, index) => data.setBigUint64(16 + 8 * index, BigInt(value), true));
  let accumulator = 0;
  for (let at = 0; ;) {
    const step = program[at];
    if (step === undefined) throw new Error(`ran out of the program at ${at}`);
    at += 1;
    if (step.code === 0x20) accumulator = data.getUint32(step.k, true);
    else if (step.code === 0x06) return names[step.k] ?? step.k.toString(16);
    else {
      const holds = {
        0x15: accumulator === step.k,
        0x35: accumulator >= step.k,
        0x45: (accumulator & step.k) !== 0,
      }[step.code];
      if (holds === undefined) throw new Error(`code ${step.code}`);
      at += holds ? step.jumpTrue : step.jumpFalse;
    }
  }
};

const machines = [
  { arch: "x86_64", audit: 0xc000_003e, other: 0x4000_0003, read: 0, clone: 56 },
  { arch: "aarch64", audit: 0xc000_00b7, other: 0x4000_0028, read: 63, clone: 220 },
] as const;

describe.each(machines)("$arch", ({ arch, audit, other, read, clone }) => {
  const program = filterProgram(arch);
  const call = (nr: number | null, ...args: readonly number[]): string => decide(program, { arch: audit, nr: nr ?? -1, args });

  test("another architecture is killed, whatever the call", () => {
    expect(decide(program, { arch: other, nr: read })).toBe("kill");
  });

  test("an ordinary call passes", () => {
    expect(call(read)).toBe("allow");
  });

  test.each(Object.entries(denied).filter(([, numbers]) => numbers[arch] !== null))("%s is refused", (_, numbers) => {
    expect(call(numbers[arch] ?? -1)).toBe("EPERM");
  });

  test.each([
    { family: 1, want: "allow" },
    { family: 2, want: "EPERM" },
    { family: 10, want: "EPERM" },
    { family: 16, want: "EPERM" },
    { family: 17, want: "EPERM" },
    { family: 40, want: "EPERM" },
    { family: 0, want: "EPERM" },
    // The kernel looks at the low half only, so the filter must not be misled by the high one.
    { family: 0x1_0000_0002, want: "EPERM" },
  ])("socket and socketpair of family $family: $want", ({ family, want }) => {
    expect(call(inspected.socket[arch], family)).toBe(want);
    expect(call(inspected.socketpair[arch], family)).toBe(want);
  });

  test("a fork and a thread pass, each namespace flag is refused, clone3 is as on an older kernel", () => {
    expect(call(clone, 17)).toBe("allow");
    expect(call(clone, 0x3d0f00)).toBe("allow");
    for (const flag of [0x2_0000, 0x200_0000, 0x400_0000, 0x800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000]) {
      expect(call(clone, flag | 17)).toBe("EPERM");
    }
    expect(call(inspected.clone3[arch])).toBe("ENOSYS");
  });

  test("ioctl: typing into a terminal is refused, others pass", () => {
    expect(call(inspected.ioctl[arch], 0, 0x5412)).toBe("EPERM");
    expect(call(inspected.ioctl[arch], 0, 0x541c)).toBe("EPERM");
    expect(call(inspected.ioctl[arch], 0, 0x541b)).toBe("allow");
  });

  test("a call newer than the list is as on an older kernel", () => {
    expect(call(462)).toBe("allow");
    expect(call(463)).toBe("ENOSYS");
    expect(call(500)).toBe("ENOSYS");
  });

  test("the digest is that of the bytes, 8 a step", () => {
    const { bytes, sha256 } = seccompFilter(arch);
    expect(bytes).toEqual(assemble(program));
    expect(bytes.length).toBe(program.length * 8);
    expect(sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
  });
});

test("x32 numbers are killed on x86_64", () => {
  expect(decide(filterProgram("x86_64"), { arch: 0xc000_003e, nr: 0x4000_0000 + 41, args: [2] })).toBe("kill");
});

/** The kernel's own header, which comes with the C compiler that the project needs anyway. */
const headers = {
  x64: ["/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "x86_64"],
  arm64: ["/usr/include/asm-generic/unistd.h", "aarch64"],
} as const;

test("the numbers are the kernel header's", () => {
  const [path, arch] = headers[process.arch as keyof typeof headers];
  const text = readFileSync(path, "utf8");
  const numbers = new Map(
    [...text.matchAll(/^#define __NR(?:3264)?_(\w+)\s+(\d+)$/gm)].map(([, name, number]) => [name, Number(number)]),
  );
  const listed = Object.entries({ ...denied, ...inspected }).filter(([name, at]) => at[arch] !== null && numbers.has(name));
  expect(listed.length).toBeGreaterThan(50);
  for (const [name, at] of listed) expect([name, at[arch]]).toEqual([name, numbers.get(name)]);
});
