import type { Action } from "./actions.js";
import type { Rect } from "./forms.js";
import type { Admission } from "./outputs.js";

declare const admitted: unique symbol;

/**
 * Permission for exactly one primitive. Only the agent mints one, from a `dispatch` output of the machine, and it is good
 * once: whoever wants to send input has to spend it. An object that merely looks like one is not in the agent's registry.
 */
export type AdmittedAction = { readonly [admitted]: true; readonly admission: Admission };

/** What the screen must still be when the primitive is sent: compared under the server grab. */
export type Expected = {
  readonly frameId: number;
  readonly window: number;
  readonly client: number;
  readonly pid: number;
  readonly startTicks: number;
  readonly geometry: Rect;
  readonly title: string;
  readonly focusWindow: number;
  /** The action's point in pixels of the display, where it has one. */
  readonly point: { readonly x: number; readonly y: number } | undefined;
  /** All points of a drag, in pixels of the display; empty for any other action. */
  readonly path: readonly { readonly x: number; readonly y: number }[];
  /** Whether popups of the target's own client are on the screen and may be acted in. */
  readonly ownPopups: boolean;
  readonly ignore: readonly Rect[];
};

/** What spending an admitted action yields, once: the raw primitive and what it expects of the world. */
export type Spent = { readonly admission: Admission; readonly primitive: Action; readonly expected: Expected };

/** Answers `undefined` for an action that is spent already, or was never minted. */
export type Spend = (action: AdmittedAction) => Spent | undefined;
