import { readlink } from "node:fs/promises";
import type { RawObservation } from "../../contract/observation.js";
import type { ComputerUseRunPolicy } from "../../contract/policy.js";
import type * as Native from "../../../native/index.js";
import { addon } from "./addon.js";
import { nativeError, valueOf } from "./call.js";
import type { X11Display } from "./desktop.js";

const deadlineMs = 5_000;

/** Reads a display and can do nothing else: no lease, no input, no clipboard. */
export class X11Observer {
  readonly #handle: Native.Observer;
  private constructor(handle: Native.Observer) {
    this.#handle = handle;
  }

  static async connect(display: X11Display): Promise<X11Observer> {
    const { socketPath, cookie, serverPid } = display;
    const answer = await (
      await addon()
    ).connectObserver({
      socketPath,
      cookie,
      deadlineMs,
      ...(serverPid === undefined ? {} : { serverPid }),
    });
    if (!answer.ok) throw nativeError(answer.fault);
    return new X11Observer(answer.value);
  }

  /** Everything that can be seen, as the native layer reports it. */
  async look(signal: AbortSignal): Promise<Native.Observation> {
    return valueOf(this.#handle, signal, (operation) => this.#handle.observe(operation));
  }

  /** Keys and buttons that are down, and owners of the selections. */
  async input(signal: AbortSignal): Promise<Native.InputFacts> {
    return valueOf(this.#handle, signal, (operation) => this.#handle.queryInput(operation));
  }

  /** The hook `observeTarget`: the policy's window that holds the focus, else the first one that is listed. */
  async observeTarget({ policy, signal }: { policy: ComputerUseRunPolicy; signal: AbortSignal }): Promise<RawObservation> {
    const seen = await this.look(signal);
    return {
      display: { width: seen.root.width, height: seen.root.height },
      target: await targetOf(seen, policy),
      focus: focusOf(seen),
      popups: seen.windows
        .filter((window) => window.popup && window.viewable)
        .map((window) => ({ window: window.id, client: window.client.base })),
    };
  }

  close(): void {
    this.#handle.close();
  }
}

const focusOf = ({ focus, root }: Native.Observation): RawObservation["focus"] => {
  if (focus.kind === "none") return { kind: "none" };
  if (focus.kind === "pointer_root" || focus.windowId === root.id) return { kind: "root" };
  const ancestry = focus.ancestry.filter((id) => id !== root.id);
  return ancestry.length === 0 ? { kind: "unknown" } : { kind: "window", ancestry };
};

/** The executable as the process itself sees its path: the kernel's link, read through the process's own root. */
const applicationOf = async (pid: number): Promise<string | null> => readlink(`/proc/${pid}/exe`).catch(() => null);

const targetOf = async (seen: Native.Observation, policy: ComputerUseRunPolicy): Promise<RawObservation["target"]> => {
  const listed = policy.windows.map((entry) => entry.windowId);
  const focused = seen.focus.ancestry.find((id) => listed.includes(id));
  const wanted = focused ?? listed[0];
  const window = seen.windows.find((entry) => entry.id === wanted);
  if (window === undefined || !window.viewable) return { state: "gone" };
  const { base, pid, startTicks } = window.client;
  if (pid === null || startTicks === null) return { state: "unknown" };
  return {
    state: "viewable",
    window: window.id,
    client: base,
    pid,
    startTicks,
    application: await applicationOf(pid),
    title: window.title.state === "present" ? window.title.text : null,
    geometry: window.geometry,
  };
};
