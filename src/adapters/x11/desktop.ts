import { actionTypes, type ActionType } from "../../contract/actions.js";
import type { AdmittedAction, Spend } from "../../contract/admitted.js";
import type { DispatchOutcome } from "../../contract/dispatch.js";
import type { FrameFacts, Surface } from "../../contract/observation.js";
import type { Rect } from "../../contract/forms.js";
import type { CaptureRequest, Desktop, Picture, Place } from "../../agent/ports.js";
import type * as Native from "../../../native/index.js";
import { addon } from "./addon.js";
import { callNative, nativeError, valueOf } from "./call.js";
import { expectedOf, outcomeOf, outcomeOfFault, primitiveOf } from "./dispatch.js";
import { surfaceOf } from "./surface.js";

/** Where a display is. Never a display name: the socket is opened by its path, and the server behind it checked by its pid. */
export type X11Display = {
  /** Absolute path of the X server's Unix socket. */
  readonly socketPath: string;
  /** MIT-MAGIC-COOKIE-1, 16 bytes. */
  readonly cookie: Uint8Array;
  /** Process id of the X server, compared with SO_PEERCRED. */
  readonly serverPid?: number | undefined;
};

/** Turns raw pixels into a picture for the planner. */
export type Encode = (pixels: {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly data: Uint8Array;
}) => Promise<Picture>;

const deadlineMs = 5_000;

/** The real desktop. It connects when a run takes the lease, and lets go of everything when the run ends. */
export class X11Desktop implements Desktop {
  readonly supported: readonly ActionType[] = actionTypes;
  readonly #display: X11Display;
  readonly #spend: Spend;
  readonly #encode: Encode;
  readonly #frames = new Set<number>();
  #clipboard: string | undefined;
  #handle: Native.Desktop | undefined;

  constructor(display: X11Display, spend: Spend, encode: Encode) {
    this.#display = display;
    this.#spend = spend;
    this.#encode = encode;
  }

  async lease(signal: AbortSignal): Promise<"held" | "busy"> {
    const handle = await this.#connect();
    const answer = await callNative(handle, signal, (operation) => handle.lease(operation));
    if (answer.ok) return "held";
    if (answer.fault.code === "display_busy") return "busy";
    throw nativeError(answer.fault);
  }

  async capture(request: CaptureRequest, signal: AbortSignal): Promise<FrameFacts> {
    const handle = this.#opened();
    const scope =
      request.scope === "display" ? ({ kind: "display" } as const) : ({ kind: "window", windowId: request.scope.window } as const);
    const { ignore, settle, compareTo } = request;
    // Looking makes the server tell us from now on about grabs of the keyboard: one that is taken after planning is known before a key is sent.
    if (settle !== undefined) await valueOf(handle, signal, (operation) => handle.observe(operation));
    const still =
      settle === undefined
        ? undefined
        : await valueOf(handle, signal, (operation) => handle.waitForStill(operation, { ...settle, scope, ignore }));
    const against = compareTo === null ? {} : { compareTo };
    const frame = await valueOf(handle, signal, (operation) => handle.capture(operation, { scope, ignore, ...against }));
    this.#frames.add(frame.frame);
    // Frames of different size or scope cannot be compared: unknown, which refuses.
    const { equal } = frame;
    return {
      id: frame.frame,
      capturedAtUs: frame.takenAtUs,
      // A fresh frame is not waited for: it is compared, byte by byte, with one that had settled.
      settled: still?.settled ?? true,
      width: frame.region.width,
      height: frame.region.height,
      depth: frame.depth,
      transport: frame.path,
      comparedTo: equal === null ? null : compareTo,
      equal,
    };
  }

  async surfaceAt(point: Place, signal: AbortSignal): Promise<Surface> {
    const [seen] = await this.surfacesAt([point], signal);
    return seen ?? { kind: "unknown" };
  }

  async surfacesAt(points: readonly Place[], signal: AbortSignal): Promise<readonly Surface[]> {
    const handle = this.#opened();
    const seen = await valueOf(handle, signal, (operation) => handle.observe(operation, { points }));
    return points.map((_, nth) => surfaceOf(seen.points[nth]));
  }

  async picture(frameId: number, signal: AbortSignal, region?: Rect): Promise<Picture> {
    const handle = this.#opened();
    const options = { channels: 3, ...(region === undefined ? {} : { region }) } as const;
    return this.#encode(await valueOf(handle, signal, (operation) => handle.pixels(operation, frameId, options)));
  }

  async pointer(signal: AbortSignal): Promise<Place> {
    const handle = this.#opened();
    const { pointer } = await valueOf(handle, signal, (operation) => handle.queryInput(operation));
    return { x: pointer.x, y: pointer.y };
  }

  takeClipboard(): string | undefined {
    const text = this.#clipboard;
    this.#clipboard = undefined;
    return text;
  }

  async commit(frameId: number, salt: Uint8Array, signal: AbortSignal): Promise<string> {
    const handle = this.#opened();
    return valueOf(handle, signal, (operation) => handle.commit(operation, frameId, salt));
  }

  keepOnly(kept: readonly number[]): void {
    const handle = this.#handle;
    for (const id of this.#frames) {
      if (kept.includes(id)) continue;
      this.#frames.delete(id);
      // Forgetting a frame cannot fail in a way that matters: a connection that is gone has forgotten it too.
      if (handle !== undefined)
        callNative(handle, new AbortController().signal, (operation) => handle.drop(operation, id)).catch(() => undefined);
    }
  }

  async dispatch(action: AdmittedAction, signal: AbortSignal): Promise<DispatchOutcome> {
    const handle = this.#opened();
    const spent = this.#spend(action);
    if (spent === undefined) return { outcome: "primitive_spent" };
    const primitive = primitiveOf(spent);
    if (primitive === undefined) return { outcome: "action_bound_exceeded" };
    const expected = expectedOf(spent, spent.expected.frameId);
    const answer = await callNative(handle, signal, (operation) =>
      handle.dispatch(operation, expected, primitive, spent.admission.notAfterUs),
    );
    if (!answer.ok) return outcomeOfFault(answer.fault);
    if (answer.value.outcome === "dispatched") this.#clipboard = answer.value.clipboardText;
    return outcomeOf(answer.value);
  }

  async release(signal: AbortSignal): Promise<{ keysDown: number; buttonsDown: number; selectionsOwned: number }> {
    const handle = this.#handle;
    if (handle === undefined) return { keysDown: 0, buttonsDown: 0, selectionsOwned: 0 };
    try {
      await valueOf(handle, signal, (operation) => handle.release(operation, { lease: true }));
      const left = await valueOf(handle, signal, (operation) => handle.queryInput(operation));
      return {
        keysDown: left.keycodesDown.length,
        buttonsDown: left.buttonsDown.length,
        selectionsOwned: left.ownedByUs.length,
      };
    } finally {
      handle.close();
      this.#handle = undefined;
      this.#clipboard = undefined;
      this.#frames.clear();
    }
  }

  async #connect(): Promise<Native.Desktop> {
    if (this.#handle !== undefined) return this.#handle;
    const { socketPath, cookie, serverPid } = this.#display;
    const answer = await (
      await addon()
    ).connect({
      socketPath,
      cookie,
      deadlineMs,
      ...(serverPid === undefined ? {} : { serverPid }),
    });
    if (!answer.ok) throw nativeError(answer.fault);
    this.#handle = answer.value;
    return answer.value;
  }

  #opened(): Native.Desktop {
    if (this.#handle === undefined)
      throw nativeError({
        code: "closed",
        message: "the display is not open; a run opens it by taking the lease",
      });
    return this.#handle;
  }
}
