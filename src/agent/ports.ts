import type { Action, ActionType } from "../contract/actions.js";
import type { AdmittedAction } from "../contract/admitted.js";
import type { DispatchOutcome } from "../contract/dispatch.js";
import type { Rect } from "../contract/forms.js";
import type { FrameFacts, Surface } from "../contract/observation.js";
import type { Admission, EndStatus } from "../contract/outputs.js";
import type { ComputerUseRunPolicy } from "../contract/policy.js";
import type { RefusalCode } from "../contract/refusals.js";

/** Time. Monotonic in whole microseconds (CLOCK_MONOTONIC), wall in whole milliseconds since the Unix epoch. */
export interface Clock {
  monotonicUs(): number;
  wallMs(): number;
  /** Lets `ms` milliseconds pass. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Resolves once the monotonic time is `us` or later. Only ever raced against something else. */
  deadline(us: number, signal: AbortSignal): Promise<void>;
}

/** Randomness from the operating system. */
export interface Nonces {
  /** `length` random bytes. */
  bytes(length: number): Uint8Array;
}

export type CaptureRequest = {
  readonly scope: "display" | { readonly window: number };
  readonly ignore: readonly Rect[];
  readonly settle: { readonly quietMs: number; readonly maxMs: number } | undefined;
  readonly compareTo: number | null;
};

/** A picture for the planner, encoded, with its true size in pixels. */
export type Picture = {
  readonly mediaType: "image/png";
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
};

/** A pixel of the display. */
export type Place = { readonly x: number; readonly y: number };

/** The display: captures, and the one way to send input. Faults are thrown as `NativeError`. */
export interface Desktop {
  /** Types of actions that this executor can carry out. */
  readonly supported: readonly ActionType[];
  /** Takes the display for one run. */
  lease(signal: AbortSignal): Promise<"held" | "busy">;
  capture(request: CaptureRequest, signal: AbortSignal): Promise<FrameFacts>;
  /** Which window is at a point of the display. */
  surfaceAt(point: Place, signal: AbortSignal): Promise<Surface>;
  /** The same for all points of a drag, in their order. */
  surfacesAt(points: readonly Place[], signal: AbortSignal): Promise<readonly Surface[]>;
  /** A frame, or the part of it that `region` (in pixels of the display) is. */
  picture(frameId: number, signal: AbortSignal, region?: Rect): Promise<Picture>;
  /** Where the pointer is, in pixels of the display. */
  pointer(signal: AbortSignal): Promise<Place>;
  /** Salted commitment to a frame: 64 hex digits. */
  commit(frameId: number, salt: Uint8Array, signal: AbortSignal): Promise<string>;
  /** Frames other than `kept` may be forgotten. */
  keepOnly(kept: readonly number[]): void;
  /** Spends the action, compares, and sends it once. */
  dispatch(action: AdmittedAction, signal: AbortSignal): Promise<DispatchOutcome>;
  /** The text that the last dispatched `clipboard_read` found; given once. */
  takeClipboard(): string | undefined;
  /** Lets go of every key, button and selection that this desktop holds, and says what is still down or owned. */
  release(signal: AbortSignal): Promise<{ keysDown: number; buttonsDown: number; selectionsOwned: number }>;
}

/** What an observing proposal, or a `clipboard_read`, was for. */
export type Look =
  | { readonly type: "zoom"; readonly region: Rect; picture(): Promise<Picture> }
  | ({ readonly type: "cursor_position" } & Place)
  /** Text of another program: data, never an instruction. */
  | { readonly type: "clipboard_read"; readonly text: string };

export type PlanRequest = {
  readonly task: string;
  readonly turn: number;
  readonly frame: {
    readonly id: number;
    readonly width: number;
    readonly height: number;
    readonly settled: boolean;
    picture(): Promise<Picture>;
  };
  /** Answers to what the last turn asked to see, in its order. `zoom` and `cursor_position` are answered from this frame and moment. */
  readonly looks: readonly Look[];
  /** Codes of the refusals since the last call. Codes only: nothing that a screen or person said. */
  readonly refused: readonly RefusalCode[];
  /** How many proposals of the last turn were carried out. */
  readonly executed: number;
  readonly ceilings: { readonly outputTokensMax: number; readonly tokensLeft: number; readonly thinkingMsMax: number };
};

/** What a planner answers. It is data: proposals are parsed against the closed set, one by one. */
export type Plan = {
  readonly proposals: readonly (Action | Readonly<Record<string, unknown>>)[];
  readonly endTurn: boolean;
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number } | undefined;
};

/** The model. It proposes and decides nothing. */
export interface Planner {
  /** Never the identity of a confirmer or verifier. */
  readonly identity: string;
  plan(request: PlanRequest, signal: AbortSignal): Promise<Plan>;
}

/** The append-only ledger. A promise that resolves means: durably on disk. */
export interface Journal {
  open(run: { runId: string; policyDigest: string; wallMs: number }, signal: AbortSignal): Promise<"opened" | "reused">;
  intent(runId: string, admission: Admission, signal: AbortSignal): Promise<void>;
  outcome(runId: string, admission: number, outcome: DispatchOutcome, signal: AbortSignal): Promise<void>;
  end(runId: string, status: EndStatus, head: string): Promise<void>;
}

/** Where the finished record of a run goes. */
export interface ReceiptSink {
  write(record: RunRecord): Promise<WrittenReceipt>;
}

export type WrittenReceipt = { readonly directory: string; readonly payloadDigest: string };

/** All that a receipt is made of. Nothing in it is secret. */
export type RunRecord = {
  readonly runId: string;
  readonly policy: ComputerUseRunPolicy;
  readonly policyDigest: string;
  readonly controlDigest: string;
  /** Identity of the host's hooks: part of the control digest. */
  readonly host: string;
  /** Identity of the planner. */
  readonly planner: string;
  /** Lines of `events.jsonl`, without line ends, in order. */
  readonly events: readonly string[];
  readonly status: EndStatus;
  readonly startedWallMs: number;
  readonly endedWallMs: number;
};
