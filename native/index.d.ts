/**
 * The native layer of deskgate: observes, captures, compares and dispatches on one X11 display. It decides nothing, and exports
 * nothing that sets focus or moves, raises, maps or activates a window.
 *
 * - Times are integers; a name says its unit. Microsecond times are CLOCK_MONOTONIC, the clock of `process.hrtime.bigint()`.
 * - What can fail in the world comes back as data (`Answer`). Only misuse throws: a wrong type, a wrong length, an unknown kind.
 * - Every asynchronous call takes an operation number, chosen by the caller, unique among the calls in flight on its handle
 *   (`cancel(operation)`). Calls on one handle run one after another, on a thread of its own, in the order they were made.
 * - Kept by hand; `test/live/native/surface.test.ts` compares the exported names with the built addon.
 */

export type Answer<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly fault: Fault };

/** A fault of the world. `message` says what happened and what to do; it never holds pixels, titles or typed text. */
export interface Fault {
  readonly code: FaultCode;
  readonly message: string;
}

export type FaultCode =
  /** The socket is absent, refused the connection or the cookie, or speaks no X11. */
  | "connect_failed"
  /** The process that listens on the socket is not `serverPid`. */
  | "server_mismatch"
  /** The server lacks an extension that this layer cannot do without; `message` names it. */
  | "extension_missing"
  /** The connection ended, or was closed because a deadline passed while this layer held the server grab. */
  | "connection_lost"
  /** No answer within `deadlineMs`; the connection goes on working. Another client may hold the server grab. */
  | "deadline"
  /** `cancel(operation)` was called before the work was done. */
  | "cancelled"
  /** 64 calls were waiting on this handle already. */
  | "queue_full"
  /** The handle was closed. */
  | "closed"
  /** Another client holds the lease of this display, or took it from us. */
  | "display_busy"
  /** `dispatch` without a lease. */
  | "lease_absent"
  /** The window does not exist, or no longer. */
  | "window_gone"
  /** The region to capture is not wholly on the screen, or is empty. */
  | "region_off_screen"
  /** The root window's pixels cannot be read without guessing (palette visual, odd depth). */
  | "visual_unsupported"
  /** There is no frame of that id on this handle. */
  | "frame_unknown"
  /** Frames of different scope, size or layout cannot be compared. */
  | "frame_mismatch"
  /** 32 frames are held on this handle: drop one first. */
  | "frames_exhausted"
  /** Out of the screen; nothing was sent. */
  | "coordinate_out_of_range"
  /** Characters that no key of the active layout gives; `message` says how many, not which. Nothing was sent. */
  | "text_unrepresentable"
  /** A name in a key chord that is no key, or that no key of the active layout gives. Nothing was sent. */
  | "key_not_known"
  /** More than the bound of the primitive; `message` names the bound. Nothing was sent. */
  | "action_bound_exceeded"
  /** The server answered with an X error that no other code covers; `message` holds its name. */
  | "x11_error"
  /** A bug in this layer. The handle is closed; its payload is not printed. */
  | "native_panic";

export interface ConnectOptions {
  /** Absolute path of the server's Unix socket. No display name is ever parsed and no TCP is ever tried. */
  readonly socketPath: string;
  /** The 16 bytes of MIT-MAGIC-COOKIE-1, or nothing where the server asks for none. */
  readonly cookie?: Uint8Array;
  /** The process that must be listening (SO_PEERCRED), in our pid namespace. */
  readonly serverPid?: number;
  /** The most that any one call waits for the server, connecting included. 1 to 60000. */
  readonly deadlineMs: number;
}

/** Connects with the right to dispatch. Several may live in one process, on one display or several. */
export function connect(options: ConnectOptions): Promise<Answer<Desktop>>;

/** Connects for reading alone: the handle has no lease, no dispatch, no clipboard. */
export function connectObserver(options: ConnectOptions): Promise<Answer<Observer>>;

/** Now, on the clock of all microsecond times of this layer. */
export function nowUs(): number;

export interface ConnectionFacts {
  /** Who listens on the socket, by SO_PEERCRED; null when it lives outside of what our pid namespace shows. */
  readonly serverPid: number | null;
  readonly vendor: string;
  readonly releaseNumber: number;
  readonly rootId: number;
  /** Resource base of this connection: what a deliveredTo or a selection owner would name for ourselves. */
  readonly clientBase: number;
  readonly resourceMask: number;
}

/** What both kinds of handle can do. */
export interface Observer {
  readonly facts: ConnectionFacts;
  observe(operation: number, options?: ObserveOptions): Promise<Answer<Observation>>;
  /** Keys and buttons that are down, and who owns the selections: for the proof that nothing was left behind. */
  queryInput(operation: number): Promise<Answer<InputFacts>>;
  /** Asks the running or waiting call of that number to stop. No effect when it is over. */
  cancel(operation: number): void;
  /** Ends the connection: releases keys and buttons, gives up the lease, faults the waiting calls with `closed`. Idempotent. */
  close(): void;
}

export interface ObserveOptions {
  /** At most 256 points in root coordinates: which windows are there. */
  readonly points?: readonly Point[];
  /** The largest number of bytes read of a text property. Default 1024; longer is `truncated`. */
  readonly textBytesMax?: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Observation {
  readonly startedUs: number;
  readonly endedUs: number;
  readonly root: RootFacts;
  readonly monitors: readonly MonitorFacts[];
  /** Top-level windows, bottom to top; the client window where a window manager wraps it in a frame. Unmapped ones are left out. */
  readonly windows: readonly WindowFacts[];
  /** `_NET_CLIENT_LIST` of the root window, or null where there is none. */
  readonly clientList: readonly number[] | null;
  readonly focus: FocusFacts;
  /** One for each of `points`, in order. */
  readonly points: readonly PointFacts[];
}

export interface RootFacts {
  readonly id: number;
  readonly width: number;
  readonly height: number;
  readonly depth: number;
}

export interface MonitorFacts extends Rect {
  readonly name: string;
  readonly primary: boolean;
}

export interface WindowFacts {
  readonly id: number;
  /** The child of the root that holds it: itself, or the window manager's frame. */
  readonly frameId: number;
  /** Position in the stacking order of the root's children, 0 lowest. */
  readonly stack: number;
  readonly viewable: boolean;
  readonly overrideRedirect: boolean;
  readonly inputOnly: boolean;
  /** In root coordinates, without the border. */
  readonly geometry: Rect;
  readonly borderWidth: number;
  /** `_NET_WM_NAME`, strict UTF-8. */
  readonly title: TextProperty;
  /** `WM_NAME`, its bytes read as Latin-1 when its type is STRING, as UTF-8 when UTF8_STRING, else `invalid`. */
  readonly wmName: TextProperty;
  /** `WM_WINDOW_ROLE`: what toolkits set. */
  readonly role: TextProperty;
  /** `_NET_WM_WINDOW_ROLE`. */
  readonly netRole: TextProperty;
  readonly wmClass: { readonly instance: string; readonly className: string } | null;
  /** `_NET_WM_PID`: a claim of the client, in its own pid namespace. */
  readonly pidClaim: number | null;
  readonly transientFor: number | null;
  /** `_NET_WM_WINDOW_TYPE`, names of atoms. */
  readonly types: readonly string[];
  /** Override-redirect, or transient for another window. */
  readonly popup: boolean;
  /** Who made the window, as the server itself knows. */
  readonly client: ClientFacts;
}

/** `invalid`: there, but not decodable; nothing is repaired. `truncated`: longer than `textBytesMax`. `bytes` is the whole length. */
export type TextProperty =
  | { readonly state: "absent" }
  | { readonly state: "present"; readonly text: string }
  | { readonly state: "invalid"; readonly bytes: number }
  | { readonly state: "truncated"; readonly bytes: number };

export interface ClientFacts {
  /** The client's resource base: the id that X-Resource and RECORD use. */
  readonly base: number;
  /** Process id by X-Resource (the server's SO_PEERCRED); null where the server does not know. */
  readonly pid: number | null;
  /** Start of that process in clock ticks after boot, field 22 of /proc/<pid>/stat; null where it cannot be read. */
  readonly startTicks: number | null;
}

export interface FocusFacts {
  readonly kind: "window" | "none" | "pointer_root";
  /** 0 unless kind is window. */
  readonly windowId: number;
  readonly revertTo: "none" | "pointer_root" | "parent";
  /** The focus window and its ancestors up to and with the root. Empty unless kind is window. */
  readonly ancestry: readonly number[];
  readonly client: ClientFacts | null;
}

export interface PointFacts {
  readonly x: number;
  readonly y: number;
  readonly onScreen: boolean;
  /** From the root's child down to the deepest window that would get a click there; empty over the bare root. */
  readonly chain: readonly number[];
  /** Of the deepest window; null over the bare root. */
  readonly client: ClientFacts | null;
}

export interface InputFacts {
  readonly keycodesDown: readonly number[];
  /** Pointer buttons 1 to 5 that are down. */
  readonly buttonsDown: readonly number[];
  readonly pointer: Point;
  /** Owners by selection: window id, 0 for none. `lease` is this product's own. */
  readonly selections: { readonly clipboard: number; readonly primary: number; readonly lease: number };
  /** Selections of the three that this very connection owns. */
  readonly ownedByUs: readonly ("clipboard" | "primary" | "lease")[];
}

/** A handle that may dispatch. */
export interface Desktop extends Observer {
  /** Takes the display for one run; the server gives it back when the process dies. `display_busy` when another has it. */
  lease(operation: number): Promise<Answer<LeaseFacts>>;
  waitForStill(operation: number, options: StillOptions): Promise<Answer<StillFacts>>;
  capture(operation: number, options: CaptureOptions): Promise<Answer<FrameFacts>>;
  /** Whether two frames of the same scope have equal pixels outside the ignored rectangles of both. */
  equal(operation: number, frame: number, other: number): Promise<Answer<boolean>>;
  /** What changed between two frames of the same scope; no pixels. At most 64 rectangles (`rects` then covers more than changed). */
  diff(operation: number, frame: number, other: number): Promise<Answer<FrameDiff>>;
  /** HMAC-SHA-256 with the 32-byte salt as key over the frame's header and masked pixels (docs/native.md). Hex. */
  commit(operation: number, frame: number, salt: Uint8Array): Promise<Answer<string>>;
  /** One copy of the pixels, rows top to bottom without padding, 8 bits a channel. `channels` 3 is RGB, 4 is RGBA with 255. */
  pixels(operation: number, frame: number, options: PixelOptions): Promise<Answer<PixelData>>;
  /** Forgets a frame. Unknown ids are no fault. */
  drop(operation: number, frame: number): Promise<Answer<null>>;
  /** Compares, and only if nothing differs and it is not later than `notAfterUs` sends the primitive, under one server grab. */
  dispatch(operation: number, expected: Expected, primitive: Primitive, notAfterUs: number): Promise<Answer<DispatchOutcome>>;
  /** Lets go of every key and button that this connection pressed and of every selection; of the lease too if asked. */
  release(operation: number, options?: { readonly lease?: boolean }): Promise<Answer<ReleaseFacts>>;
}

export interface LeaseFacts {
  readonly takenAtUs: number;
  readonly selection: string;
}

export interface StillOptions {
  /** No pixel outside `ignore` may change for so long. 1 to 10000. */
  readonly quietMs: number;
  /** Give up (settled: false) after so long. 1 to 60000. */
  readonly maxMs: number;
  readonly scope?: CaptureScope;
  readonly ignore?: readonly Rect[];
}

export interface StillFacts {
  readonly settled: boolean;
  readonly waitedUs: number;
  /** How often pixels were found changed while waiting. */
  readonly changes: number;
}

/** The whole display, or the part of it where a window is (what is seen there, whoever drew it). */
export type CaptureScope = { readonly kind: "display" } | { readonly kind: "window"; readonly windowId: number };

export interface CaptureOptions {
  readonly scope: CaptureScope;
  /** Rectangles in root coordinates that no comparison and no commitment looks at. At most 32. */
  readonly ignore?: readonly Rect[];
  /** Id of a frame to compare with. */
  readonly compareTo?: number;
}

export interface FrameFacts {
  /** Id of the frame on this handle; ids are never used again. */
  readonly frame: number;
  /** Where in root coordinates. */
  readonly region: Rect;
  readonly depth: number;
  readonly bitsPerPixel: number;
  readonly path: "shm_fd" | "shm_sysv" | "get_image";
  readonly takenAtUs: number;
  /** From the request to the last row. */
  readonly tookUs: number;
  /** Shows the same as `compareTo`, outside of what either of the two ignores. Null where no frame of that id, place and size is held. */
  readonly equal: boolean | null;
}

export interface FrameDiff {
  readonly pixelsChanged: number;
  /** In root coordinates. */
  readonly rects: readonly Rect[];
}

export interface PixelOptions {
  readonly channels: 3 | 4;
  /** Part of the frame, in root coordinates. */
  readonly region?: Rect;
}

export interface PixelData {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly data: Uint8Array;
}

/** What must still hold at the moment of sending. Everything given here is read again under the grab. */
export interface Expected {
  /** The planned frame: its region is captured again and compared outside its ignored rectangles. */
  readonly frame: number;
  readonly windowId: number;
  readonly client: { readonly base: number; readonly pid: number | null; readonly startTicks: number | null };
  readonly geometry: Rect;
  /** `_NET_WM_NAME`, exactly. */
  readonly title: string;
  /** The focus window, or 0 when the primitive needs none (a click may). */
  readonly focusId: number;
  /** Where the pointer is to act; pointer primitives act exactly here. Must be in a window of the target or of `surfaceClients`. */
  readonly point?: Point;
  /** Resource bases whose windows may be at the point although they are not the target window (its own menus). */
  readonly surfaceClients?: readonly number[];
}

export type Button = "left" | "middle" | "right" | "back" | "forward";
export type Modifier = "ctrl" | "shift" | "alt" | "super";

/**
 * What to send. Bounds: click count 3, repeat 32, scroll 32 clicks in all, type 2000 characters, paste 8 MiB, drag 256 points and 10000 ms,
 * hold 5000 ms. `type`, `drag` and `hold_key` go in segments, each under a grab of its own: before each, everything expected but the pixels
 * (which the act's own doing changes) is compared again, and a cancellation is heeded. An act that ends half-way lets go of all that is
 * down and is `partial`.
 */
export type Primitive =
  | { readonly kind: "pointer_move" }
  | { readonly kind: "click"; readonly button: Button; readonly count: 1 | 2 | 3; readonly modifiers?: readonly Modifier[] }
  | { readonly kind: "pointer_down"; readonly button: Button }
  | { readonly kind: "pointer_up"; readonly button: Button }
  /** Clicks of the wheel: `dx` to the right, `dy` downwards; negative ones to the left and upwards. */
  | { readonly kind: "scroll"; readonly dx: number; readonly dy: number; readonly modifiers?: readonly Modifier[] }
  /**
   * Press at the first point, at least 8 motions along the straight lines between the points, 12 ms apart, release at the last one. Every
   * point of the path must be in a window of the target or of `surfaceClients` before the press, and each motion's point before the motion.
   */
  | {
      readonly kind: "drag";
      readonly path: readonly Point[];
      readonly button: Button;
      /** At least so long, and at least 12 for each motion. */
      readonly durationMs: number;
      readonly modifiers?: readonly Modifier[];
    }
  /** Like "ctrl+shift+s", "Return", "a": names of X keysyms, xdotool's and models' words for them (src/contract/key-names.ts). */
  | { readonly kind: "key"; readonly chord: string; readonly repeat?: number }
  | { readonly kind: "key_down"; readonly chord: string }
  | { readonly kind: "key_up"; readonly chord: string }
  /** Looked at every 50 ms while it is down; what the server repeats meanwhile is looked at, too. */
  | { readonly kind: "hold_key"; readonly chord: string; readonly ms: number }
  | { readonly kind: "type"; readonly text: string }
  | {
      readonly kind: "paste";
      readonly text: string;
      readonly chord: string;
      /** Served means: taken by the target, and nothing more asked for so long. */
      readonly quietMs: number;
      /** For the whole of it, from sending the chord. */
      readonly deadlineMs: number;
    }
  /** Sends no input. Differs in `clipboard` unless the target's own client offers UTF-8 text of at most `bytesMax`, or nobody any. */
  | { readonly kind: "clipboard_read"; readonly bytesMax: number; readonly deadlineMs: number };

export type Difference =
  | "lease"
  | "focus"
  | "window_gone"
  | "identity"
  | "geometry"
  | "title"
  | "surface"
  | "pixels"
  | "keymap"
  | "modifiers"
  /** The button that `pointer_up` names is not held by this connection. */
  | "held"
  /** The clipboard is another client's, or gave no text in time. */
  | "clipboard"
  | "deadline";

/** Who got the input, as RECORD tells. `same_client`: another window of the target's client. */
export type DeliveredTo = "target" | "same_client" | "none";

export interface DispatchTimes {
  /** From asking for the grab to knowing that it is over: an upper bound of what other clients waited. Of several grabs, the longest. */
  readonly grabUs: number;
  readonly startedUs: number;
  readonly endedUs: number;
}

export interface Delivery {
  readonly clientBase: number;
  readonly events: number;
}

export type DispatchOutcome =
  | (DispatchTimes & {
      readonly outcome: "dispatched";
      readonly deliveredTo: DeliveredTo;
      /** XTEST events sent. */
      readonly sent: number;
      readonly deliveries: readonly Delivery[];
      readonly segments: number;
      readonly paste?: PasteFacts;
      readonly clipboardText?: string;
    })
  /** Some segments were sent and not all; what was down was let go of. */
  | (DispatchTimes & {
      readonly outcome: "partial";
      readonly segments: number;
      /** Segments that were sent whole and reached nobody else. */
      readonly segmentsSent: number;
      /** XTEST events in all, without those that let go. */
      readonly sent: number;
      readonly deliveries: readonly Delivery[];
      readonly stoppedBy:
        | "precondition_failed"
        | "grab_pierced"
        | "input_grabbed"
        | "misdelivered"
        | "delivery_unknown"
        | "outcome_unknown"
        | "cancelled";
      /** With `precondition_failed`. */
      readonly differences?: readonly Difference[];
      /** With `outcome_unknown`. */
      readonly cause?: FaultCode;
    })
  /** A text was sent whole, and the keyboard layout was another one right after: what was typed is not known. */
  | (DispatchTimes & { readonly outcome: "delivery_unknown"; readonly sent: number })
  /** Nothing was sent. */
  | (DispatchTimes & { readonly outcome: "precondition_failed"; readonly differences: readonly Difference[]; readonly pixelsChanged: number })
  /** Another client acted while the server was grabbed. `sent` is 0 when it was noticed in time. */
  | (DispatchTimes & { readonly outcome: "grab_pierced"; readonly sent: number })
  /** Another client holds a keyboard grab: nothing was sent. */
  | (DispatchTimes & { readonly outcome: "input_grabbed" })
  /** Input reached a client that is neither the target's nor one of `surfaceClients`. What was down was let go. */
  | (DispatchTimes & { readonly outcome: "misdelivered"; readonly sent: number; readonly deliveries: readonly Delivery[] })
  /** Another client took the clipboard before the target had read it: what was pasted is not known. */
  | (DispatchTimes & { readonly outcome: "paste_hijacked"; readonly sent: number; readonly paste: PasteFacts })
  /** The target did not take the text, or not the whole of it, before the deadline. */
  | (DispatchTimes & { readonly outcome: "paste_unanswered"; readonly sent: number; readonly paste: PasteFacts })
  /** The connection, the deadline or a cancellation came between sending and knowing. Never send again. */
  | (DispatchTimes & { readonly outcome: "outcome_unknown"; readonly cause: FaultCode; readonly sent: number });

export interface PasteFacts {
  /** How often the target took the whole text (GTK asks twice). */
  readonly served: number;
  readonly bytes: number;
  readonly incremental: boolean;
  /** Requests by other clients; they got nothing. */
  readonly refusedRequests: number;
  /** The clipboard was given up afterwards. */
  readonly cleared: boolean;
}

export interface ReleaseFacts {
  readonly keysReleased: number;
  readonly buttonsReleased: number;
  readonly selectionsReleased: readonly ("clipboard" | "lease")[];
}
