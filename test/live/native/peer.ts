// An X client of another library (node-x11): target, witness or thief. It shares no code with what is tested.
import { createRequire } from "node:module";
import type { Server } from "./server.ts";

export interface XEvent {
  readonly name: string;
  readonly wid: number;
  readonly keycode?: number;
  readonly buttons?: number;
  readonly rawData?: Buffer;
}

type Reply<T> = (error: Error | null, value: T) => void;

/** The part of node-x11's client that the tests use. */
export interface XClient {
  readonly stream: { pause(): void; resume(): void };
  on(event: "event", listener: (event: XEvent) => void): void;
  on(event: "error", listener: (error: Error) => void): void;
  AllocID(): number;
  readonly atoms: Record<string, number>;
  InternAtom(onlyIfExists: boolean, name: string, reply: Reply<number>): void;
  CreateWindow(
    id: number,
    parent: number,
    x: number,
    y: number,
    width: number,
    height: number,
    border: number,
    depth: number,
    kind: number,
    visual: number,
    values: object,
  ): void;
  ChangeWindowAttributes(id: number, values: object): void;
  ChangeProperty(mode: number, id: number, name: number, type: number, units: number, data: Buffer | string): void;
  DeleteProperty(id: number, property: number): void;
  GetProperty(
    del: number,
    id: number,
    name: number,
    type: number,
    offset: number,
    length: number,
    reply: Reply<{ data: Buffer; type: number }>,
  ): void;
  MapWindow(id: number): void;
  UnmapWindow(id: number): void;
  DestroyWindow(id: number): void;
  MoveWindow(id: number, x: number, y: number): void;
  RaiseWindow(id: number): void;
  SetInputFocus(id: number, revertTo: number): void;
  GetInputFocus(reply: Reply<{ focus: number }>): void;
  GetKeyboardMapping(first: number, count: number, reply: Reply<readonly (readonly number[])[]>): void;
  QueryPointer(id: number, reply: Reply<{ rootX: number; rootY: number; keyMask: number }>): void;
  QueryKeymap(reply: Reply<Buffer>): void;
  CreateGC(id: number, drawable: number, values: object): void;
  PolyFillRectangle(drawable: number, gc: number, rectangles: readonly number[]): void;
  GrabKeyboard(
    id: number,
    ownerEvents: number,
    time: number,
    pointerMode: number,
    keyboardMode: number,
    reply: Reply<number>,
  ): void;
  UngrabKeyboard(time: number): void;
  GrabPointer(
    id: number,
    ownerEvents: number,
    mask: number,
    pointerMode: number,
    keyboardMode: number,
    confine: number,
    cursor: number,
    time: number,
    reply: Reply<number>,
  ): void;
  UngrabPointer(time: number): void;
  GrabKey(id: number, ownerEvents: number, modifiers: number, key: number, pointerMode: number, keyboardMode: number): void;
  UngrabKey(id: number, key: number, modifiers: number): void;
  GrabButton(
    id: number,
    ownerEvents: number,
    mask: number,
    pointerMode: number,
    keyboardMode: number,
    confine: number,
    cursor: number,
    button: number,
    modifiers: number,
  ): void;
  UngrabButton(id: number, button: number, modifiers: number): void;
  ChangeKeyboardMapping(firstKeycode: number, perKeycode: number, symbols: readonly number[]): void;
  SendEvent(destination: number, propagate: number, mask: number, event: Buffer): void;
  GrabServer(): void;
  UngrabServer(): void;
  SetSelectionOwner(owner: number, selection: number, time: number): void;
  GetSelectionOwner(selection: number, reply: Reply<number>): void;
  ConvertSelection(requestor: number, selection: number, target: number, property: number, time: number): void;
  require<T>(extension: string, reply: Reply<T>): void;
  terminate(): void;
}

interface Display {
  readonly client: XClient;
  readonly screen: readonly { readonly root: number }[];
}

interface X11 {
  createClient(options: { display: string }, ready: Reply<Display>): { on(event: "error", listener: (error: Error) => void): void };
  readonly eventMask: Record<string, number>;
}

const x11 = createRequire(import.meta.url)("x11") as X11;

/** Turns a callback into a promise. */
const asked = <T>(ask: (reply: Reply<T>) => void): Promise<T> =>
  new Promise((resolve, reject) => ask((error, value) => (error === null || error === undefined ? resolve(value) : reject(error))));

export const eventMask = (...names: readonly string[]): number =>
  names.reduce((mask, name) => mask | (x11.eventMask[name] ?? 0), 0);

export interface WindowOptions {
  readonly title?: string;
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  readonly parent?: number;
  readonly overrideRedirect?: boolean;
  readonly events?: readonly string[];
  readonly colour?: number;
}

const INPUT = ["KeyPress", "KeyRelease", "ButtonPress", "ButtonRelease"];

export class Peer {
  readonly x: XClient;
  readonly root: number;
  /** Every event that the server sent to this client, in order. */
  readonly events: XEvent[] = [];
  readonly errors: Error[] = [];
  readonly #atoms = new Map<string, number>();

  private constructor(display: Display) {
    this.x = display.client;
    this.root = display.screen[0]?.root ?? 0;
    this.x.on("event", (event) => this.events.push(event));
    this.x.on("error", (error) => this.errors.push(error));
  }

  static async connect(server: Server): Promise<Peer> {
    process.env["XAUTHORITY"] = server.xauthority;
    return new Peer(await asked<Display>((reply) => x11.createClient({ display: server.display }, reply)));
  }

  async atom(name: string): Promise<number> {
    const known = this.#atoms.get(name);
    if (known !== undefined) return known;
    const atom = await asked<number>((reply) => this.x.InternAtom(false, name, reply));
    this.#atoms.set(name, atom);
    return atom;
  }

  /** Makes and maps a window, and waits until the server has done so. */
  async window(options: WindowOptions = {}): Promise<number> {
    const {
      title,
      x = 50,
      y = 50,
      width = 300,
      height = 200,
      parent = this.root,
      overrideRedirect = false,
      events = INPUT,
      colour = 0x336699,
    } = options;
    const id = this.x.AllocID();
    const mask = eventMask(...events);
    this.x.CreateWindow(id, parent, x, y, width, height, 0, 0, 0, 0, {
      backgroundPixel: colour,
      eventMask: mask,
      overrideRedirect: overrideRedirect ? 1 : 0,
    });
    if (title !== undefined) await this.text(id, "_NET_WM_NAME", Buffer.from(title));
    this.x.MapWindow(id);
    await this.sync();
    return id;
  }

  async text(id: number, property: string, value: Buffer, type = "UTF8_STRING"): Promise<void> {
    this.x.ChangeProperty(0, id, await this.atom(property), await this.atom(type), 8, value);
  }

  /** Fills a rectangle of a window with a colour. */
  async paint(id: number, colour: number, [x, y, width, height]: readonly [number, number, number, number]): Promise<void> {
    const gc = this.x.AllocID();
    this.x.CreateGC(gc, id, { foreground: colour });
    this.x.PolyFillRectangle(id, gc, [x, y, width, height]);
    await this.sync();
  }

  async focus(id: number): Promise<void> {
    this.x.SetInputFocus(id, 1);
    await this.sync();
  }

  /** A round trip: everything sent before has been done. */
  async sync(): Promise<void> {
    await asked<{ focus: number }>((reply) => this.x.GetInputFocus(reply));
  }

  ask<T>(ask: (x: XClient, reply: Reply<T>) => void): Promise<T> {
    return asked<T>((reply) => ask(this.x, reply));
  }

  /** Names of the input events that arrived so far, after a round trip. */
  async input(): Promise<readonly string[]> {
    await this.sync();
    return this.events.map((event) => event.name).filter((name) => INPUT.includes(name));
  }

  /** Reads nothing more of what the server sends, until `resume`. */
  pause(): void {
    this.x.stream.pause();
  }

  resume(): void {
    this.x.stream.resume();
  }

  close(): void {
    this.x.terminate();
  }
}
