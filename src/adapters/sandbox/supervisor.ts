import { spawn, type ChildProcess } from "node:child_process";
import { deferred } from "./deferred.js";
import { SandboxFault, unavailable } from "./fault.js";
import { readLines } from "./lines.js";
import type { DropTo } from "./identity.js";

/** What the supervisor tells without being asked (crates/supervisor/src/protocol.rs). */
export type SupervisorEvent =
  | { readonly event: "ready"; readonly pid: number; readonly uid: number; readonly gid: number }
  | {
      readonly event: "line";
      readonly name: string;
      readonly stream: string;
      readonly text: string;
    }
  | { readonly event: "malformed"; readonly name: string; readonly stream: string }
  | { readonly event: "end"; readonly name: string; readonly stream: string }
  | {
      readonly event: "exited";
      readonly name: string;
      readonly code: number | null;
      readonly signal: number | null;
    }
  | ClosedEvent;

export interface ClosedEvent {
  readonly event: "closed";
  readonly pidfdsDead: readonly number[];
  readonly pidfdsAlive: readonly number[];
  readonly descendantsLeft: number;
}

type Reply = { readonly reply: number; readonly ok: boolean; readonly [field: string]: unknown };
type Ready = Extract<SupervisorEvent, { event: "ready" }>;

export interface ProcessFact {
  readonly pid: number;
  readonly parent: number;
  readonly startTimeTicks: string;
}

const SETTLE_MS_MAX = 10_000;

const codes: Readonly<Record<string, SandboxFault["code"]>> = {
  start_failed: "target_failed",
  signal_failed: "signal_failed",
  output_refused: "output_refused",
};

/** The other end of the line protocol. One supervisor a desktop; when it is gone, so is everything below it. */
export class Supervisor {
  readonly ready: Promise<Ready>;
  /** Resolves when the process has ended and its output is read. */
  readonly gone: Promise<void>;
  closed: ClosedEvent | undefined;
  readonly #process: ChildProcess;
  readonly #replies = new Map<number, { resolve: (reply: Reply) => void; reject: (error: Error) => void }>();
  readonly #listeners = new Map<string, (event: SupervisorEvent) => void>();
  #lastId = 0;
  #errors = "";

  constructor(path: string, identity: DropTo | undefined) {
    // Its own session: an interrupt typed at the terminal is for the host program, which then ends things in order.
    this.#process = spawn(path, [], {
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
      env: {},
      cwd: "/",
    });
    const ready = deferred<Ready>();
    const gone = deferred<void>();
    this.ready = ready.promise;
    this.gone = gone.promise;
    const lost = (why: string): void => {
      const fault = new SandboxFault(
        "supervisor_lost",
        `the supervisor ${why}${this.#errors === "" ? "" : `: ${this.#errors.trim()}`}; everything below it ended with it`,
      );
      ready.reject(fault);
      for (const { reject } of this.#replies.values()) reject(fault);
      this.#replies.clear();
      gone.resolve(undefined);
    };
    const { stdin, stdout, stderr } = this.#process;
    this.#process.once("error", (error) => {
      ready.reject(
        unavailable({
          reason: "supervisor_missing",
          cause: `${path} cannot be started (${error.message})`,
          fix: "Build it: node scripts/setup.mjs",
        }),
      );
      lost("could not be started");
    });
    stdin?.on("error", () => {});
    stderr?.setEncoding("utf8").on("data", (text: string) => (this.#errors = (this.#errors + text).slice(-2000)));
    if (stdout !== null)
      readLines(
        stdout,
        (line) => this.#take(line, ready.resolve),
        () => {},
      );
    this.#process.once("close", (code, signal) => lost(`ended (${signal ?? `exit ${code}`})`));
    this.#write(identity ?? {});
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  #write(message: object): void {
    this.#process.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  #take(line: string, ready: (event: Ready) => void): void {
    const message = JSON.parse(line) as SupervisorEvent | Reply;
    if ("reply" in message) {
      const waiting = this.#replies.get(message.reply);
      this.#replies.delete(message.reply);
      if (message.ok) waiting?.resolve(message);
      else waiting?.reject(new SandboxFault(codes[String(message["code"])] ?? "supervisor_lost", String(message["message"])));
    } else if (message.event === "ready") ready(message);
    else if (message.event === "closed") this.closed = message;
    else this.#listeners.get(message.name)?.(message);
  }

  /** Events of the process that was started as `name`. */
  listen(name: string, listener: (event: SupervisorEvent) => void): void {
    this.#listeners.set(name, listener);
  }

  request(command: { readonly do: string; readonly [field: string]: unknown }): Promise<Reply> {
    const id = (this.#lastId += 1);
    return new Promise((resolve, reject) => {
      if (this.#process.exitCode !== null || this.#process.signalCode !== null) {
        return reject(new SandboxFault("supervisor_lost", `the supervisor has ended; ${command.do} was not done`));
      }
      this.#replies.set(id, { resolve, reject });
      this.#write({ id, ...command });
    });
  }

  async watch(name: string): Promise<readonly ProcessFact[]> {
    const reply = await this.request({ do: "watch", name });
    return reply["processes"] as readonly ProcessFact[];
  }

  /** Ends everything; resolves when the supervisor is gone. It is killed when it does not end by itself. */
  async close(): Promise<ClosedEvent | undefined> {
    this.#process.stdin?.end();
    const timer = setTimeout(() => this.#process.kill("SIGKILL"), SETTLE_MS_MAX);
    await this.gone;
    clearTimeout(timer);
    return this.closed;
  }
}
