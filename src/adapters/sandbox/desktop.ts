import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { cleanUp } from "./cleanup.js";
import { authorityFile } from "./cookie.js";
import { SandboxFault } from "./fault.js";
import { chooseIdentity } from "./identity.js";
import { runOutside } from "./outside.js";
import { planXvfb } from "./plan.js";
import { startTarget, type TargetContext } from "./process.js";
import { findPrograms, type Programs } from "./programs.js";
import { withDeadline } from "./race.js";
import { descriptors } from "./recipe.js";
import { readRuntimeLayout } from "./runtime.js";
import { launchSandboxed, type Sandboxed } from "./sandboxed.js";
import { seccompFilter } from "./seccomp/filter.js";
import { makeRunDirectory, removeRunDirectory } from "./staging.js";
import { Supervisor } from "./supervisor.js";
import { sweep, writeOwners } from "./sweep.js";
import type { CleanupFacts, DesktopSpec, SandboxDesktop, ScreenSpec, StatusClaim } from "./types.js";

const START_MS_MAX = 10_000;
const SIDE_PX_MAX = 16_384;

const checkScreen = ({ widthPx, heightPx, depth }: ScreenSpec): void => {
  const sides = [widthPx, heightPx].every((side) => Number.isInteger(side) && side >= 64 && side <= SIDE_PX_MAX);
  if (!sides || ![8, 15, 16, 24, 30].includes(depth)) {
    throw new SandboxFault(
      "spec_refused",
      `screen ${widthPx}x${heightPx}x${depth}: sides are 64..${SIDE_PX_MAX} pixels, depth is 8, 15, 16, 24 or 30`,
    );
  }
};

const launchServer = (context: TargetContext, programs: Programs, screen: ScreenSpec): Promise<Sandboxed> =>
  launchSandboxed(context.supervisor, {
    name: "xvfb",
    argv: [
      programs.bubblewrap,
      ...planXvfb({
        layout: context.layout,
        screen,
        sockets: context.run.sockets,
        server: programs.xvfb,
      }),
    ],
    files: new Map([
      [descriptors.cookie, context.authority],
      [descriptors.seccomp, context.filter.bytes],
    ]),
    withDisplay: true,
  });

/** Xvfb writes its number when it accepts connections. */
const untilAccepting = async (server: Sandboxed, timeoutMs: number, signal?: AbortSignal): Promise<StatusClaim> => {
  const late = (): SandboxFault =>
    new SandboxFault("server_failed", `Xvfb did not accept connections within ${timeoutMs} ms: ${server.diagnostics.join(" | ")}`);
  const [status, display] = await withDeadline(Promise.all([server.status, server.display]), timeoutMs, late, signal);
  if (display.trim() !== "0") throw new SandboxFault("server_failed", `Xvfb took display ${display} instead of 0`);
  return status;
};

const handle = (
  context: TargetContext,
  cookie: Uint8Array,
  server: StatusClaim,
  ids: { uid: number; gid: number; pid: number },
): SandboxDesktop => {
  const claims: StatusClaim[] = [server];
  let stopped: Promise<CleanupFacts> | undefined;
  return {
    socketPath: join(context.run.sockets, "X0"),
    cookie,
    // Without a pid namespace of its own, bubblewrap's child becomes the server.
    serverPid: server.reaperPid,
    supervisorPid: ids.pid,
    uid: ids.uid,
    gid: ids.gid,
    runDirectory: context.run.path,
    seccompSha256: context.filter.sha256,
    startTarget: async (spec, signal) => {
      const target = await startTarget(context, spec, signal);
      claims.push(target.status);
      return target;
    },
    runOutside: (spec, signal) => runOutside(context, spec, signal),
    stop: () => (stopped ??= cleanUp(context.supervisor, context.run, claims)),
  };
};

/**
 * Starts Xvfb in its own sandbox, under an unprivileged uid, with a private socket directory and a fresh cookie; resolves
 * when it accepts connections. Rejects with a SandboxFault; then nothing runs and nothing is left on disk.
 */
export const startDesktop = async (spec: DesktopSpec, signal?: AbortSignal): Promise<SandboxDesktop> => {
  signal?.throwIfAborted();
  checkScreen(spec.screen);
  const programs = findPrograms(spec.supervisorPath);
  const layout = readRuntimeLayout();
  const identity = chooseIdentity(spec.uid, process.getuid?.() ?? -1);
  await sweep();
  const run = await makeRunDirectory(spec.runDirectory, identity);
  const supervisor = new Supervisor(programs.supervisor, identity);
  try {
    const ready = await supervisor.ready;
    await writeOwners(run, [process.pid, ready.pid]);
    const cookie = new Uint8Array(randomBytes(16));
    const context: TargetContext = {
      supervisor,
      layout,
      run,
      identity,
      bubblewrap: programs.bubblewrap,
      authority: authorityFile(cookie),
      filter: seccompFilter(programs.architecture),
    };
    const server = await launchServer(context, programs, spec.screen);
    const status = await untilAccepting(server, spec.startMsMax ?? START_MS_MAX, signal);
    await supervisor.watch("xvfb");
    return handle(context, cookie, status, ready);
  } catch (error) {
    await supervisor.close();
    await removeRunDirectory(run);
    throw error;
  }
};
