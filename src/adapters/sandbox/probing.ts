import { SandboxFault } from "./fault.js";
import { stateOf } from "./sweep.js";
import type { ChildProcessFact, LogEvent, SandboxedProcess } from "./types.js";

export interface ProbeRun {
  /** Lines of this run only. */
  readonly events: readonly LogEvent[];
  readonly child: ChildProcessFact;
  readonly exitCode: number;
}

const READY_MS_MAX = 5_000;
const PROBES_MS_MAX = 60_000;

/**
 * The child says that it is ready and then stops itself: a signal to go on that came in between would be lost, and the child would stay
 * stopped for ever.
 */
const untilStopped = async (name: string, pid: number): Promise<void> => {
  for (
    const until = performance.now() + READY_MS_MAX;
    (await stateOf(pid)) !== "T";
    await new Promise((resolve) => setTimeout(resolve, 2))
  )
    if (performance.now() > until)
      throw new SandboxFault(
        "target_failed",
        `${name}: its probe ${pid} did not stop within ${READY_MS_MAX} ms (state ${(await stateOf(pid)) ?? "gone"})`,
      );
};

/**
 * Lets the live target start its probe child, which stops at once; `whileStopped` measures it (host pid given), then it goes on.
 * Rejects when `whileStopped` does: nothing is probed by a process that is not the one it should be.
 */
export const runProbes = async (
  target: SandboxedProcess,
  whileStopped: (child: ChildProcessFact) => Promise<void>,
  signal?: AbortSignal,
): Promise<ProbeRun> => {
  const from = target.log.all().length;
  const wait = (event: string, timeoutMs: number): Promise<LogEvent> =>
    target.log.waitFor((line) => line.event === event, {
      timeoutMs,
      from,
      ...(signal === undefined ? {} : { signal }),
    });
  await target.signal("SIGHUP");
  await wait("probe_ready", READY_MS_MAX);
  const children = await target.children();
  const [child] = children;
  if (child === undefined || children.length !== 1) {
    throw new SandboxFault("target_failed", `${target.name} has ${children.length} children instead of the one probe`);
  }
  try {
    await untilStopped(target.name, child.pid);
    await whileStopped(child);
    await target.signal("SIGCONT", child.pid);
    const ended = await wait("probes_ended", PROBES_MS_MAX);
    const exitCode = ended["exitCode"];
    return {
      events: target.log.all().slice(from),
      child,
      exitCode: typeof exitCode === "number" ? exitCode : -1,
    };
  } catch (error) {
    await target.signal("SIGKILL", child.pid).catch(() => {});
    throw error;
  }
};
