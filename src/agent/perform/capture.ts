import * as z from "zod";
import type { Action, Point } from "../../contract/actions.js";
import { primitiveMax } from "../../contract/bounds.js";
import { frameFacts, surface, type Observation, type Surface } from "../../contract/observation.js";
import type { OutputOf } from "../../contract/outputs.js";
import type { RunContext } from "../context.js";
import { answered } from "./answered.js";
import { observe } from "./observe.js";

/** The points of an action, in the order in which they are reached. */
export const pointsOf = (action: Action | undefined): readonly Point[] =>
  action === undefined ? [] : action.type === "drag" ? action.path : "point" in action ? [action.point] : [];

/** A point in pixels of the display, or `undefined` where the target that it is relative to is not there. */
export const onDisplay = (point: Point, observation: Observation): { x: number; y: number } | undefined => {
  if (point.space === "display") return { x: point.x, y: point.y };
  if (observation.target.state !== "viewable") return undefined;
  const { x, y } = observation.target.geometry;
  return { x: x + point.x, y: y + point.y };
};

const surfaceOf = async (run: RunContext, point: Point, after: Observation, signal: AbortSignal): Promise<Surface> => {
  const place = onDisplay(point, after);
  return place === undefined
    ? { kind: "unknown" }
    : answered("surfaceAt", surface, await run.ports.desktop.surfaceAt(place, signal));
};

const surfaceList = z.array(surface).max(primitiveMax.dragPoints);

/** What lies at each point of the proposal; of a drag at all of them, since its end is where it does something. */
const surfacesOf = async (
  run: RunContext,
  proposal: number | null,
  after: Observation,
  signal: AbortSignal,
): Promise<readonly Surface[]> => {
  const points = proposal === null ? [] : pointsOf(run.vault.actions[proposal]);
  const [first] = points;
  if (first === undefined) return [];
  if (points.length === 1) return [await surfaceOf(run, first, after, signal)];
  const places = points.flatMap((point) => onDisplay(point, after) ?? []);
  if (places.length < points.length || points.length > primitiveMax.dragPoints) return [{ kind: "unknown" }];
  const seen = answered("surfacesAt", surfaceList, await run.ports.desktop.surfacesAt(places, signal));
  return seen.length === places.length ? seen : [{ kind: "unknown" }];
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
  const [first = null, ...further] = await surfacesOf(run, request.proposal, before, signal);
  const after = await observe(run, signal);
  if (request.purpose === "plan") {
    run.vault.planFrame = frame;
    // The reference stays too: when this frame is refused, the next one is compared with the same reference again.
    run.ports.desktop.keepOnly(request.compareTo === null ? [frame.id] : [request.compareTo, frame.id]);
  }
  return {
    kind: "captured" as const,
    before,
    frame,
    after,
    surface: first,
    ...(further.length === 0 ? {} : { surfaces: further }),
  };
};
