import { FakeDesktop, fakeWorld, type ManualClock } from "../../src/agent/testing/index.ts";
import type { CaptureRequest } from "../../src/agent/ports.ts";
import type { AdmittedAction } from "../../src/contract/admitted.ts";
import type { DispatchOutcome } from "../../src/contract/dispatch.ts";
import type { FrameFacts, RawObservation, Surface } from "../../src/contract/observation.ts";
import type { Random } from "./random.ts";

export type Distortion = { readonly from: number; readonly to: number; readonly see: (seen: RawObservation) => RawObservation };

/** A desktop that lives: captures take time, the target reacts, the screen changes by itself, and what is observed can be distorted. */
export class SimDesktop extends FakeDesktop {
  /** How likely the screen changes by itself before a capture, or does not come to rest. */
  restless = 0;
  unsettled = 0;
  /** What the target did: the goal is reached when enough was dispatched. */
  progress = 0;
  observations = 0;
  captures = 0;
  readonly distortions: Distortion[] = [];
  readonly #rng: Random;
  readonly #time: ManualClock;

  constructor(rng: Random, clock: ManualClock) {
    super(fakeWorld(), clock);
    this.#rng = rng;
    this.#time = clock;
    this.onDispatch = () => {
      this.progress += 1;
      if (rng.chance(0.7)) this.world.pixels += 1;
    };
  }

  observe(): RawObservation {
    this.#time.advanceUs(this.#rng.int(50, 900));
    const now = this.observations;
    this.observations += 1;
    return this.distortions
      .filter(({ from, to }) => now >= from && now < to)
      .reduce<RawObservation>((seen, { see }) => see(seen), structuredClone(this.world.observation));
  }

  override async capture(request: CaptureRequest): Promise<FrameFacts> {
    this.captures += 1;
    this.#time.advanceUs(this.#rng.int(500, request.settle === undefined ? 8_000 : 60_000));
    if (this.#rng.chance(this.restless)) this.world.pixels += 1;
    this.world.settled = request.settle === undefined || !this.#rng.chance(this.unsettled);
    const frame = await super.capture(request);
    this.#time.advanceUs(this.#rng.int(50, 2_000));
    return frame;
  }

  override async surfaceAt(): Promise<Surface> {
    return this.world.surface;
  }

  override async commit(frameId: number, salt: Uint8Array): Promise<string> {
    this.#time.advanceUs(this.#rng.int(100, 20_000));
    return super.commit(frameId, salt);
  }

  override async dispatch(action: AdmittedAction): Promise<DispatchOutcome> {
    const outcome = await super.dispatch(action);
    this.#time.advanceUs(this.#rng.int(300, 9_000));
    return outcome;
  }
}
