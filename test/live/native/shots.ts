// Taking frames and looking at single pixels of them.
import type { Desktop, FrameFacts, Rect } from "../../../native/index.js";
import { op, value } from "./desk.ts";

export const shoot = async (desktop: Desktop, ignore: readonly Rect[] = []): Promise<FrameFacts> =>
  value(await desktop.capture(op(), { scope: { kind: "display" }, ignore }));

/** The colour of one pixel, as RGB. */
export const colourAt = async (desktop: Desktop, frame: number, x: number, y: number): Promise<readonly number[]> => {
  const { data } = value(await desktop.pixels(op(), frame, { channels: 3, region: { x, y, width: 1, height: 1 } }));
  return [...data];
};
