import * as z from "zod";
import { bounds } from "./bounds.js";
import { commitment, count, covered, pixel, size, xid } from "./forms.js";

const geometry = z.strictObject({ x: pixel, y: pixel, width: size, height: size });
export type Geometry = z.infer<typeof geometry>;

const pid = z.int().min(1).max(0x7fff_ffff);
const ancestry = z.array(xid).min(1).max(bounds.ancestryMax);

/** Where the input focus is. `ancestry` runs from the focus window up to the top-level window, the root left out. */
export const focus = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("window"), ancestry }),
  z.strictObject({ kind: z.literal("root") }),
  z.strictObject({ kind: z.literal("none") }),
  z.strictObject({ kind: z.literal("unknown") }),
]);
export type Focus = z.infer<typeof focus>;

/** An override-redirect or transient window that is on the screen, and the X client that owns it (resource base). */
const popup = z.strictObject({ window: xid, client: count });
const popups = z.array(popup).max(bounds.popupsMax);

/**
 * What makes a window that window and no other: XIDs are reused, so the X client (resource base), its process by X-Resource
 * and that process's start time (clock ticks since boot, proc(5)) belong to it.
 */
const identity = { window: xid, client: count, pid, startTicks: count };

/** As the host's `observeTarget` gives it. `null` says: could not be observed. */
export const rawObservation = z.strictObject({
  display: z.strictObject({ width: size, height: size }),
  target: z.union([
    z.strictObject({
      state: z.literal("viewable"),
      ...identity,
      /** Path of the executable as the target sees it. */
      application: z.string().max(4096).nullable(),
      /** `_NET_WM_NAME`, strictly decoded UTF-8; never repaired. */
      title: z.string().max(65_536).nullable(),
      geometry,
    }),
    z.strictObject({ state: z.literal("gone") }),
    z.strictObject({ state: z.literal("unknown") }),
  ]),
  focus,
  popups,
});
export type RawObservation = z.infer<typeof rawObservation>;

/** The same, sealed: a string that the policy names is an index into it, any other a commitment. */
export const observation = z.strictObject({
  display: z.strictObject({ width: size, height: size }),
  target: z.union([
    z.strictObject({
      state: z.literal("viewable"),
      ...identity,
      /** Index into policy.windows of the tuple with this window id. */
      tuple: count.nullable(),
      /** Index into policy.applications, or a commitment. */
      application: covered.nullable(),
      /** Index into policy.windows of the first tuple with this title, or a commitment. */
      title: covered.nullable(),
      geometry,
    }),
    z.strictObject({ state: z.literal("gone") }),
    z.strictObject({ state: z.literal("unknown") }),
  ]),
  focus,
  popups,
});
export type Observation = z.infer<typeof observation>;
export type ViewableTarget = Extract<Observation["target"], { state: "viewable" }>;

/** The window at the action's point: from the deepest window up to the top-level one, and the client that owns the deepest. */
export const surface = z.union([
  z.strictObject({ kind: z.literal("window"), chain: ancestry, client: count }),
  z.strictObject({ kind: z.literal("root") }),
  z.strictObject({ kind: z.literal("unknown") }),
]);
export type Surface = z.infer<typeof surface>;

/** A capture: facts, never pixels. `equal` is the byte-wise comparison with the frame `comparedTo`, ignored regions masked. */
export const frameFacts = z.strictObject({
  id: count,
  capturedAtUs: count,
  settled: z.boolean(),
  width: size,
  height: size,
  depth: z.int().min(1).max(32),
  transport: z.enum(["shm_fd", "shm_sysv", "get_image"]),
  comparedTo: count.nullable(),
  equal: z.boolean().nullable(),
});
export type FrameFacts = z.infer<typeof frameFacts>;

export const frameCommitment = z.strictObject({ frameId: count, commitment });
