import { actionTypes, type ActionType } from "../../contract/actions.js";
import type { AdmittedAction, Spend, Spent } from "../../contract/admitted.js";
import type { Difference, DispatchOutcome } from "../../contract/dispatch.js";
import type { Rect } from "../../contract/forms.js";
import type { FrameFacts, RawObservation, Surface } from "../../contract/observation.js";
import type { CaptureRequest, Clock, Desktop, Picture, Place } from "../ports.js";
import { spend as agentSpend } from "../admissions.js";

export type FakeWorld = {
  /** What is on the screen; two captures are equal when their versions are. */
  pixels: number;
  observation: RawObservation;
  surface: Surface;
  settled: boolean;
  pointer: Place;
  /** What a `clipboard_read` finds. */
  clipboard: string;
  lease: "held" | "busy";
};

/** A desktop of plain data: no X server, no input. It keeps what was dispatched, so that a test can count it. */
export class FakeDesktop implements Desktop {
  supported: readonly ActionType[] = actionTypes;
  readonly world: FakeWorld;
  readonly dispatched: Spent[] = [];
  /** What the next dispatches answer; when empty, they succeed. */
  readonly outcomes: DispatchOutcome[] = [];
  onDispatch: ((spent: Spent) => void) | undefined;
  readonly #frames = new Map<number, number>();
  readonly #clock: Clock;
  readonly #spend: Spend;
  #next = 0;

  constructor(world: FakeWorld, clock: Clock, spend: Spend = agentSpend) {
    this.world = world;
    this.#clock = clock;
    this.#spend = spend;
  }

  async lease(): Promise<"held" | "busy"> {
    return this.world.lease;
  }

  async capture(request: CaptureRequest): Promise<FrameFacts> {
    const id = this.#next;
    this.#next += 1;
    this.#frames.set(id, this.world.pixels);
    const reference = request.compareTo === null ? undefined : this.#frames.get(request.compareTo);
    const { width, height } = this.world.observation.display;
    return {
      id,
      capturedAtUs: this.#clock.monotonicUs(),
      settled: this.world.settled,
      width,
      height,
      depth: 24,
      transport: "shm_fd",
      comparedTo: reference === undefined ? null : request.compareTo,
      equal: reference === undefined ? null : reference === this.world.pixels,
    };
  }

  async surfaceAt(): Promise<Surface> {
    return this.world.surface;
  }

  async surfacesAt(points: readonly Place[]): Promise<readonly Surface[]> {
    return Promise.all(points.map(async () => this.surfaceAt()));
  }

  async pointer(): Promise<Place> {
    return this.world.pointer;
  }

  takeClipboard(): string | undefined {
    return this.world.clipboard;
  }

  async picture(_frameId: number, _signal: AbortSignal, region?: Rect): Promise<Picture> {
    const { width, height } = region ?? this.world.observation.display;
    return { mediaType: "image/png", bytes: new Uint8Array(), width, height };
  }

  async commit(frameId: number, salt: Uint8Array): Promise<string> {
    return [...salt, frameId]
      .reduce((sum, byte) => (Math.imul(sum, 31) + byte) >>> 0, 7)
      .toString(16)
      .padStart(64, "0");
  }

  keepOnly(kept: readonly number[]): void {
    for (const id of this.#frames.keys()) if (!kept.includes(id)) this.#frames.delete(id);
  }

  async dispatch(action: AdmittedAction): Promise<DispatchOutcome> {
    const spent = this.#spend(action);
    if (spent === undefined) return { outcome: "primitive_spent" };
    const outcome = this.outcomes.shift() ?? this.#compared(spent);
    if (outcome.outcome === "dispatched") {
      this.dispatched.push(spent);
      this.onDispatch?.(spent);
    }
    return outcome;
  }

  /** As the native layer does: compares again, and sends nothing where a fact differs. */
  #compared({ admission, expected }: Spent): DispatchOutcome {
    const differences: Difference[] = [];
    if (this.#frames.get(expected.frameId) !== this.world.pixels) differences.push("pixels");
    if (this.#clock.monotonicUs() > admission.notAfterUs) differences.push("deadline");
    return differences.length > 0
      ? { outcome: "precondition_failed", differences }
      : { outcome: "dispatched", deliveredTo: "target", eventsSent: 2, grabUs: 900 };
  }

  async release(): Promise<{ keysDown: number; buttonsDown: number; selectionsOwned: number }> {
    return { keysDown: 0, buttonsDown: 0, selectionsOwned: 0 };
  }
}
