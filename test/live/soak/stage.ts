// What a soak runs on: a target that takes input and pastes, a leased desktop, a client that misbehaves, and one that only counts.
import type { Desktop } from "../../../native/index.js";
import { op, open, value } from "../native/desk.ts";
import { Peer, type XEvent } from "../native/peer.ts";
import type { Server } from "../native/server.ts";

const pressed = new Set(["KeyPress", "KeyRelease", "ButtonPress", "ButtonRelease"]);
const size = { x: 50, y: 50, width: 300, height: 200 };

/** What each of them saw since the last count, by its own connection. */
export type Counts = { readonly target: number; readonly thief: number; readonly raw: number };

export class Stage {
  readonly server: Server;
  readonly target: Peer;
  readonly thief: Peer;
  /** A window of the thief, beside the target. */
  readonly lair: number;
  /** Text that the target was given for its last paste. */
  pasted: string | undefined;
  /** What the target does with the answer to its request for the clipboard: as a rule it takes it whole. */
  takes: "whole" | "nothing after the first chunk" = "whole";
  window = 0;
  desktop: Desktop;
  readonly #witness: Peer;
  readonly #deadlineMs: number;
  #counted = { target: 0, thief: 0, raw: 0 };
  #asked = 0;

  private constructor(server: Server, peers: readonly [Peer, Peer, Peer], lair: number, desktop: Desktop, deadlineMs: number) {
    [this.target, this.thief, this.#witness] = peers;
    [this.server, this.lair, this.desktop, this.#deadlineMs] = [server, lair, desktop, deadlineMs];
  }

  static async open(server: Server, deadlineMs: number): Promise<Stage> {
    const peers = [await Peer.connect(server), await Peer.connect(server), await Peer.connect(server)] as const;
    const [target, thief, witness] = peers;
    await Promise.all(["CLIPBOARD", "UTF8_STRING", "DEST", "INCR"].map(async (name) => target.atom(name)));
    await watchRaw(witness);
    const lair = await thief.window({ title: "lair", x: 500, y: 400, width: 50, height: 50 });
    const stage = new Stage(server, peers, lair, await open(server, deadlineMs), deadlineMs);
    target.x.on("event", (event) => void stage.#onTarget(event));
    await stage.restore();
    return stage;
  }

  /** What an operator would put right before the next action: a window with the focus, a desktop with the lease. */
  async restore(): Promise<void> {
    const held = await this.desktop.lease(op());
    if (!held.ok) {
      this.desktop.close();
      this.desktop = await open(this.server, this.#deadlineMs);
      // Whoever stole the lease gives it up.
      this.thief.x.SetSelectionOwner(0, await this.thief.atom("_DESKGATE_LEASE"), 0);
      await this.thief.sync();
      value(await this.desktop.lease(op()));
    }
    if (this.window === 0 || !(await this.#exists(this.window)))
      this.window = await this.target.window({ ...size, title: "target", events: [...pressed, "PropertyChange"] });
    await this.target.focus(this.window);
    this.pasted = undefined;
  }

  async #exists(window: number): Promise<boolean> {
    const seen = value(await this.desktop.observe(op()));
    return seen.windows.some(({ id }) => id === window);
  }

  /** As a toolkit does: ctrl+v asks for the clipboard, and long texts come in chunks. */
  async #onTarget(event: XEvent): Promise<void> {
    if (event.name !== "KeyPress" || event.keycode !== 55) return;
    const [clipboard, utf8, property, incr] = await Promise.all(
      ["CLIPBOARD", "UTF8_STRING", "DEST", "INCR"].map(async (name) => this.target.atom(name)),
    );
    const [from, window] = [this.target.events.length, this.window];
    this.#asked += 1;
    const asked = this.#asked;
    this.target.x.ConvertSelection(window, clipboard ?? 0, utf8 ?? 0, property ?? 0, 0);
    for (let tries = 0; tries < 200; tries += 1) {
      await this.target.sync();
      // Whoever never answered the last request does not answer this one.
      if (asked !== this.#asked) return;
      if (this.target.events.slice(from).some(({ name }) => name === "SelectionNotify")) break;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    const first = await this.#property(window, property ?? 0);
    if (first?.type !== incr) this.pasted = first?.data.toString();
    // The chunks of a long one are left lying: this target has hung.
  }

  async #property(window: number, property: number): Promise<{ data: Buffer; type: number } | undefined> {
    const del = this.takes === "whole" ? 1 : 0;
    return this.target
      .ask<{ data: Buffer; type: number }>((x, reply) => x.GetProperty(del, window, property, 0, 0, 1_000_000, reply))
      .catch(() => undefined);
  }

  /** Input events of the target and of the thief, and presses that the X server told to whoever watches raw input. */
  async count(): Promise<Counts> {
    const of = (events: readonly XEvent[]): number => events.filter(({ name }) => pressed.has(name)).length;
    await Promise.all([this.target.sync(), this.thief.sync(), this.#witness.sync()]);
    const now = {
      target: of(this.target.events),
      thief: of(this.thief.events),
      raw: this.#witness.events.filter(({ name }) => name.startsWith("XIRaw")).length,
    };
    const before = this.#counted;
    this.#counted = now;
    return { target: now.target - before.target, thief: now.thief - before.thief, raw: now.raw - before.raw };
  }

  close(): void {
    this.desktop.close();
    for (const peer of [this.target, this.thief, this.#witness]) peer.close();
  }
}

/** Selects raw presses on the root: they are told beside whatever grab there is. */
const watchRaw = async (witness: Peer): Promise<void> => {
  const xinput = await witness.ask<{
    readonly EventMask: Record<string, number>;
    readonly AllMasterDevices: number;
    XISelectEvents(window: number, masks: readonly { deviceId: number; mask: number }[]): void;
  }>((x, reply) => x.require("xinput", reply));
  const mask = (xinput.EventMask["RawKeyPress"] ?? 0) | (xinput.EventMask["RawButtonPress"] ?? 0);
  xinput.XISelectEvents(witness.root, [{ deviceId: xinput.AllMasterDevices, mask }]);
  await witness.sync();
};
