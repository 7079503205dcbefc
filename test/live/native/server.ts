// A private X server for one test file: a display number of its own choice, a cookie, no TCP.
import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Readable } from "node:stream";

export interface Server {
  readonly pid: number;
  readonly display: string;
  readonly socketPath: string;
  readonly cookie: Uint8Array;
  readonly xauthority: string;
  readonly directory: string;
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly screen?: string;
  readonly args?: readonly string[];
  /** Command line put in front of Xvfb, to run it somewhere else. */
  readonly wrap?: readonly string[];
}

/** One entry that matches any host and display. */
const xauthorityEntry = (cookie: Uint8Array): Buffer => {
  const field = (bytes: Uint8Array): Buffer => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(bytes.length);
    return Buffer.concat([length, bytes]);
  };
  return Buffer.concat([
    Buffer.from([0xff, 0xff]),
    field(Buffer.alloc(0)),
    field(Buffer.alloc(0)),
    field(Buffer.from("MIT-MAGIC-COOKIE-1")),
    field(cookie),
  ]);
};

export const startServer = async ({ screen = "800x600x24", args = [], wrap = [] }: ServerOptions = {}): Promise<Server> => {
  const directory = mkdtempSync(join(tmpdir(), "deskgate-x-"));
  const cookie = randomBytes(16);
  const xauthority = join(directory, "Xauthority");
  writeFileSync(xauthority, xauthorityEntry(cookie), { mode: 0o600 });
  const [command, ...before] = [...wrap, "Xvfb"];
  const child = spawn(
    command,
    [...before, "-displayfd", "3", "-auth", xauthority, "-nolisten", "tcp", "-noreset", "-screen", "0", screen, ...args],
    {
      stdio: ["ignore", "ignore", "pipe", "pipe"],
    },
  );
  const said = text(child.stderr as Readable);
  const number = await Promise.race([once(child.stdio[3] as Readable, "data"), once(child, "exit").then(() => undefined)]);
  if (number === undefined || child.pid === undefined) throw new Error(`Xvfb ended before it was ready: ${await said}`);
  const display = String(number[0]).trim();
  return {
    pid: child.pid,
    display: `:${display}`,
    socketPath: `/tmp/.X11-unix/X${display}`,
    cookie,
    xauthority,
    directory,
    stop: async () => {
      await end(child);
      rmSync(directory, { recursive: true, force: true });
    },
  };
};

/** Ends a child that this test started, and waits for it. */
export const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  // A server that hangs does not hear it.
  const hung = setTimeout(() => child.kill("SIGKILL"), 5_000);
  await gone;
  clearTimeout(hung);
};
