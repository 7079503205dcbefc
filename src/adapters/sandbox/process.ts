import { basename } from "node:path";
import type { DropTo } from "./identity.js";
import { SandboxFault } from "./fault.js";
import { readOutput } from "./output.js";
import { planTarget } from "./plan.js";
import { withDeadline } from "./race.js";
import { descriptors, gtkSettings, inside, targetEnvironment } from "./recipe.js";
import type { RuntimeLayout } from "./runtime.js";
import { launchSandboxed, type Sandboxed } from "./sandboxed.js";
import type { SeccompFilter } from "./seccomp/filter.js";
import { stageTarget, type RunDirectory } from "./staging.js";
import type { Supervisor } from "./supervisor.js";
import type { SandboxedProcess, StagedPaths, StatusClaim, TargetSignal, TargetSpec } from "./types.js";

/** What all targets of one desktop share. */
export interface TargetContext {
  readonly supervisor: Supervisor;
  readonly bubblewrap: string;
  readonly layout: RuntimeLayout;
  readonly run: RunDirectory;
  readonly identity: DropTo | undefined;
  readonly authority: Uint8Array;
  readonly filter: SeccompFilter;
}

const START_MS_MAX = 10_000;

const signalNumbers: Readonly<Record<TargetSignal, number>> = {
  SIGHUP: 1,
  SIGKILL: 9,
  SIGUSR1: 10,
  SIGUSR2: 12,
  SIGTERM: 15,
  SIGCONT: 18,
  SIGWINCH: 28,
};

const checkEnvironment = (environment: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(environment)) {
    if (name in targetEnvironment || !/^[A-Z][A-Z0-9_]*$/.test(name) || value.includes("\0")) {
      throw new SandboxFault(
        "spec_refused",
        `environment ${JSON.stringify(name)}: one of the recipe's own names, or not [A-Z][A-Z0-9_]*`,
      );
    }
  }
};

const launchTarget = (context: TargetContext, spec: TargetSpec, staged: StagedPaths): Promise<Sandboxed> =>
  launchSandboxed(context.supervisor, {
    name: spec.name,
    argv: [
      context.bubblewrap,
      ...planTarget({
        layout: context.layout,
        app: staged.app,
        task: spec.taskFiles === false ? undefined : { input: staged.input, output: staged.output },
        socket: staged.socket,
        command: [`${inside.app}/${basename(spec.executable)}`, ...(spec.arguments ?? [])],
        environment: spec.environment ?? {},
      }),
    ],
    files: new Map([
      [descriptors.cookie, context.authority],
      [descriptors.settings, new TextEncoder().encode(gtkSettings)],
      [descriptors.seccomp, context.filter.bytes],
    ]),
    withDisplay: false,
  });

/** The program itself: the one child of bubblewrap's reaper. */
const findProgram = async (
  context: TargetContext,
  name: string,
  status: StatusClaim,
): Promise<{ pid: number; startTimeTicks: string }> => {
  const children = (await context.supervisor.watch(name)).filter((process) => process.parent === status.reaperPid);
  const [program] = children;
  if (program === undefined || children.length !== 1) {
    throw new SandboxFault(
      "target_failed",
      `${name}: the sandbox's reaper has ${children.length} children instead of the one program`,
    );
  }
  return program;
};

const untilReady = async (
  context: TargetContext,
  spec: TargetSpec,
  sandboxed: Sandboxed,
  signal?: AbortSignal,
): Promise<StatusClaim> => {
  const timeoutMs = spec.startMsMax ?? START_MS_MAX;
  const late = (): SandboxFault => new SandboxFault("target_failed", `${spec.name}: no sandbox after ${timeoutMs} ms`);
  const status = await withDeadline(sandboxed.status, timeoutMs, late, signal);
  const ready = spec.readyEvent ?? "mapped";
  const wait = sandboxed.log.waitFor(({ event }) => event === ready, {
    timeoutMs,
    ...(signal === undefined ? {} : { signal }),
  });
  await wait.catch(async (error: unknown) => {
    // The program's own end says more than the missing line.
    if (error instanceof SandboxFault && error.code === "log_ended") await sandboxed.exited.then(() => sandboxed.display);
    throw error;
  });
  return status;
};

export const startTarget = async (context: TargetContext, spec: TargetSpec, signal?: AbortSignal): Promise<SandboxedProcess> => {
  signal?.throwIfAborted();
  checkEnvironment(spec.environment ?? {});
  const staged = await stageTarget(context.run, spec, context.identity);
  const { supervisor } = context;
  const sandboxed = await launchTarget(context, spec, staged);
  const stop = async (): Promise<Awaited<SandboxedProcess["exited"]>> => {
    await supervisor.request({ do: "stop", name: spec.name });
    return sandboxed.exited;
  };
  try {
    const status = await untilReady(context, spec, sandboxed, signal);
    const program = await findProgram(context, spec.name, status);
    return {
      name: spec.name,
      pid: program.pid,
      startTimeTicks: program.startTimeTicks,
      status,
      staged,
      taskFiles: spec.taskFiles !== false,
      log: sandboxed.log,
      diagnostics: () => [...sandboxed.diagnostics],
      exited: sandboxed.exited,
      children: async () => {
        const below = await supervisor.watch(spec.name);
        return below
          .filter(({ parent }) => parent === program.pid)
          .map(({ pid, startTimeTicks }) => ({
            pid,
            startTimeTicks,
          }));
      },
      signal: async (name, pid) => {
        await supervisor.request({
          do: "signal",
          name: spec.name,
          pid: pid ?? program.pid,
          signal: signalNumbers[name],
        });
      },
      readOutput: (name, options) => readOutput(supervisor, staged.output, name, options?.bytesMax),
      stop,
    };
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
};
