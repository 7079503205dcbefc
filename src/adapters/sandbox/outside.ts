import { withDeadline } from "./race.js";
import { SandboxFault } from "./fault.js";
import { EventLog } from "./log.js";
import { stageTarget } from "./staging.js";
import type { TargetContext } from "./process.js";
import type { ExitFact, OutsideResult, OutsideSpec } from "./types.js";
import { deferred } from "./deferred.js";

const TIMEOUT_MS = 10_000;

/** The probe program with no sandbox around it, under the same uid: what is refused inside has to succeed here. */
export const runOutside = async (context: TargetContext, spec: OutsideSpec, signal?: AbortSignal): Promise<OutsideResult> => {
  const { supervisor } = context;
  const staged = await stageTarget(context.run, { name: spec.name, executable: spec.executable }, context.identity);
  const log = new EventLog(spec.name);
  const exited = deferred<ExitFact>();
  const ended = deferred<void>();
  supervisor.listen(spec.name, (event) => {
    if (event.event === "line" && event.stream === "out") log.push(event.text);
    else if (event.event === "end" && event.stream === "out") ended.resolve(undefined);
    else if (event.event === "exited")
      exited.resolve({
        ...(event.code === null ? {} : { code: event.code }),
        ...(event.signal === null ? {} : { signal: event.signal }),
      });
  });
  await supervisor.request({
    do: "start",
    name: spec.name,
    argv: [staged.executable, ...(spec.arguments ?? [])],
  });
  const timeoutMs = spec.timeoutMs ?? TIMEOUT_MS;
  try {
    const late = (): Error => new SandboxFault("target_failed", `${spec.name}: did not end within ${timeoutMs} ms`);
    const [exit] = await withDeadline(Promise.all([exited.promise, ended.promise]), timeoutMs, late, signal);
    return { events: log.all(), exit };
  } catch (error) {
    await supervisor.request({ do: "stop", name: spec.name }).catch(() => {});
    throw error;
  }
};
