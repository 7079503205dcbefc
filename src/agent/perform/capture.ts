import type { Action, Point } from "../../contract/actions.js";
import { frameFacts, surface, type Observation, type Surface } from "../../contract/observation.js";
import type { OutputOf } from "../../contract/outputs.js";
import type { RunContext } from "../context.js";
import { answered } from "./answered.js";
import { observe } from "./observe.js";

/** The first point of an action: where it starts is where its surface is judged. */
export const firstPoint = (action: Action | undefined): Point | undefined =>
  action === undefined ? undefined : action.type === "drag" ? action.path[0] : "point" in action ? action.point : undefined;

/** A point in pixels of the display, or `undefined` where the target that it is relative to is not there. */
export const onDisplay = (point: Point, observation: Observation): { x: number; y: number } | undefined => {
  if (point.space === "display") return { x: point.x, y: point.y };
  if (observation.target.state !== "viewable") return undefined;
  const { x, y } = observation.target.geometry;
  return { x: x + point.x, y: y + point.y };
};

const surfaceOf = async (
  run: RunContext,
  proposal: number | null,
  after: Observation,
  signal: AbortSignal,
): Promise<Surface | null> => {
  const point = proposal === null ? undefined : firstPoint(run.vault.actions[proposal]);
  if (point === undefined) return null;
  const place = onDisplay(point, after);
  return place === undefined
    ? { kind: "unknown" }
    : answered("surfaceAt", surface, await run.ports.desktop.surfaceAt(place, signal));
};

/** Observation, stillness, capture, observation (A13). A frame to be handed to the planner settles first; the fresh one does not. */
export const capture = async (run: RunContext, request: OutputOf<"capture">, signal: AbortSignal) => {
  const before = await observe(run, signal);
  const { frame: rules } = run.policy;
  const window = before.target.state === "viewable" ? before.target.window : undefined;
  const given: unknown = await run.ports.desktop.capture(
    {
      scope: rules.scope === "display" || window === undefined ? "display" : { window },
      ignore: rules.ignore,
      settle: request.purpose === "admit" ? undefined : rules.settle,
      compareTo: request.compareTo,
    },
    signal,
  );
  const frame = answered("capture", frameFacts, given);
  const surfaceBefore = await surfaceOf(run, request.proposal, before, signal);
  const after = await observe(run, signal);
  if (request.purpose === "plan") {
    run.vault.planFrame = frame;
    // The reference stays too: when this frame is refused, the next one is compared with the same reference again.
    run.ports.desktop.keepOnly(request.compareTo === null ? [frame.id] : [request.compareTo, frame.id]);
  }
  return { kind: "captured" as const, before, frame, after, surface: surfaceBefore };
};
