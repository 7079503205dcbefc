import { deferred, type Deferred } from "./deferred.js";
import { SandboxFault, unavailable } from "./fault.js";
import { EventLog } from "./log.js";
import { descriptors } from "./recipe.js";
import type { Supervisor, SupervisorEvent } from "./supervisor.js";
import type { ExitFact, StatusClaim } from "./types.js";
import { classify, readKernelSettings } from "./unavailable.js";

const DIAGNOSTICS_MAX = 200;

/** One bubblewrap below the supervisor: its streams, its status line, its end. */
export interface Sandboxed {
  readonly log: EventLog;
  readonly diagnostics: string[];
  readonly status: Promise<StatusClaim>;
  /** First line on the `display` pipe (Xvfb's number). */
  readonly display: Promise<string>;
  readonly exited: Promise<ExitFact>;
}

export interface Launch {
  readonly name: string;
  readonly argv: readonly string[];
  /** Content by descriptor. */
  readonly files: ReadonlyMap<number, Uint8Array>;
  readonly withDisplay: boolean;
}

/** Bubblewrap writes the line piece by piece: one that was ended in between has said nothing. */
const parsed = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
};

export const parseStatus = (text: string): StatusClaim | undefined => {
  const value = parsed(text);
  const reaperPid = value["child-pid"];
  if (typeof reaperPid !== "number") return undefined;
  const namespaces = Object.entries(value).flatMap(([key, inode]) =>
    key.endsWith("-namespace") && typeof inode === "number" ? [[key.slice(0, -"-namespace".length), inode]] : [],
  );
  return { reaperPid, namespaces: Object.fromEntries(namespaces) };
};

/** The end of bubblewrap before its program ran is this machine's doing; afterwards it is the program's. */
const failureOf = (name: string, exit: ExitFact, diagnostics: readonly string[]): SandboxFault => {
  if (diagnostics.some((line) => line.startsWith("bwrap:"))) {
    const denied = diagnostics.find((line) => /source path.*Permission denied/.test(line));
    if (denied !== undefined)
      return new SandboxFault("run_directory_refused", `${name}: ${denied}; the dropped uid cannot reach the run directory`);
    return unavailable(classify(diagnostics, readKernelSettings()));
  }
  const how = exit.signal === undefined ? `exit ${exit.code}` : `signal ${exit.signal}`;
  return new SandboxFault(
    name === "xvfb" ? "server_failed" : "target_failed",
    `${name} ended early (${how}): ${diagnostics.slice(-3).join(" | ") || "no message"}`,
  );
};

export const launchSandboxed = async (supervisor: Supervisor, launch: Launch): Promise<Sandboxed> => {
  const log = new EventLog(launch.name);
  const diagnostics: string[] = [];
  const status = deferred<StatusClaim>();
  const display = deferred<string>();
  const exited = deferred<ExitFact>();
  const open = new Set(["out", "err", "end"]);
  let exit: ExitFact = {};
  /** The exit is told when its last words are read, so that a failure can name its cause. */
  const settled = (part: string): void => {
    open.delete(part);
    if (open.size > 0) return;
    const fault = failureOf(launch.name, exit, diagnostics);
    for (const waiting of [status, display] as readonly Pick<Deferred<never>, "reject">[]) waiting.reject(fault);
    exited.resolve(exit);
  };
  const take: Record<string, (text: string) => void> = {
    out: (text) => log.push(text),
    err: (text) => void (diagnostics.length < DIAGNOSTICS_MAX && diagnostics.push(text.slice(0, 500))),
    display: display.resolve,
    status: (text) => {
      const claim = parseStatus(text);
      if (claim !== undefined) status.resolve(claim);
    },
  };
  supervisor.listen(launch.name, (event: SupervisorEvent) => {
    if (event.event === "line") take[event.stream]?.(event.text);
    else if (event.event === "malformed") log.malformed();
    else if (event.event === "end") {
      if (event.stream === "out") log.end();
      settled(event.stream);
    } else if (event.event === "exited") {
      exit = {
        ...(event.code === null ? {} : { code: event.code }),
        ...(event.signal === null ? {} : { signal: event.signal }),
      };
      settled("end");
    }
  });
  void supervisor.gone.then(() => {
    log.end();
    for (const part of open) settled(part);
  });
  await supervisor.request({
    do: "start",
    name: launch.name,
    argv: launch.argv,
    files: [...launch.files].map(([fd, bytes]) => ({
      fd,
      hex: Buffer.from(bytes).toString("hex"),
    })),
    pipes: [
      { fd: descriptors.status, stream: "status" },
      ...(launch.withDisplay ? [{ fd: descriptors.display, stream: "display" }] : []),
    ],
  });
  return {
    log,
    diagnostics,
    status: status.promise,
    display: display.promise,
    exited: exited.promise,
  };
};
