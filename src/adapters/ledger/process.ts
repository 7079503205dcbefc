import { readFileSync } from "node:fs";

/** A process beyond the reuse of its id: boot, pid, and start time in clock ticks since boot (proc(5), field 22). */
export type ProcessIdentity = { readonly bootId: string; readonly pid: number; readonly startTicks: number };

const startTicksOf = (pid: number): number | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The command in parentheses may hold anything, spaces and parentheses too; fields are counted from its last one.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = Number(fields[18]);
    return Number.isSafeInteger(ticks) && state !== "Z" && state !== "X" ? ticks : undefined;
  } catch {
    return undefined;
  }
};

const bootId = (): string => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();

export const ownIdentity = (): ProcessIdentity => ({
  bootId: bootId(),
  pid: process.pid,
  startTicks: startTicksOf(process.pid) ?? 0,
});

/** Whether that very process still runs. */
export const isAlive = ({ bootId: boot, pid, startTicks }: ProcessIdentity): boolean =>
  boot === bootId() && startTicksOf(pid) === startTicks;
