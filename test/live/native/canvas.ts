// A GTK target to draw on, with a leased desktop and a peer beside it.
import { expect } from "vitest";
import type { Desktop, Expected, Point, Rect } from "../../../native/index.js";
import { observe, op, open, plan, value, windowIn } from "./desk.ts";
import { GtkTarget } from "./gtk.ts";
import { Peer } from "./peer.ts";
import type { Server } from "./server.ts";

export class Canvas {
  readonly target: GtkTarget;
  readonly desktop: Desktop;
  readonly peer: Peer;
  readonly window: number;
  readonly geometry: Rect;

  private constructor(target: GtkTarget, desktop: Desktop, peer: Peer, window: number, geometry: Rect) {
    this.target = target;
    this.desktop = desktop;
    this.peer = peer;
    this.window = window;
    this.geometry = geometry;
  }

  static async start(server: Server, program: string): Promise<Canvas> {
    const target = await GtkTarget.start(server, program);
    const desktop = await open(server);
    const peer = await Peer.connect(server);
    value(await desktop.lease(op()));
    const seen = await observe(desktop);
    const found = seen.windows.find((one) => one.title.state === "present" && one.title.text === "gtk target");
    if (found === undefined) throw new Error("the target has no window");
    await peer.focus(found.id);
    return new Canvas(target, desktop, peer, found.id, windowIn(seen, found.id).geometry);
  }

  /** A point of the drawing area, in pixels of the display. */
  at(x: number, y: number): Point {
    return { x: this.geometry.x + x, y: this.geometry.y + 60 + y };
  }

  /** Waits until the target rests, then plans. */
  async settled(point?: Point): Promise<Expected> {
    expect(value(await this.desktop.waitForStill(op(), { quietMs: 80, maxMs: 5000 })).settled).toBe(true);
    return plan(this.desktop, this.window, point === undefined ? {} : { point });
  }

  /** What the target told, of these kinds, in order. */
  told(...kinds: readonly string[]): readonly string[] {
    return this.target.lines.filter((line) => kinds.includes(line.split(" ")[0] ?? ""));
  }

  /** Waits until the target told as many lines of a kind. */
  async count(kind: string, wanted: number): Promise<void> {
    await this.target.until(() => this.told(kind).length >= wanted);
  }

  async stop(): Promise<void> {
    this.desktop.close();
    this.peer.close();
    await this.target.stop();
  }
}
