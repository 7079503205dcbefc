// Another X client of the same display (node-x11): it changes what the gate relies on, as a hostile or merely busy program would.
import { createConnection } from "node:net";
import { createRequire } from "node:module";
import type { XClient } from "../native/peer.ts";
import type { World } from "./world.ts";

type Reply<T> = (error: Error | null, value: T) => void;
type Display = { readonly client: XClient; readonly screen: readonly { readonly root: number }[] };
type X11 = { createClient(options: object, ready: Reply<Display>): unknown };

const x11 = createRequire(import.meta.url)("x11") as X11;

const asked = <T>(ask: (reply: Reply<T>) => void): Promise<T> =>
  new Promise((resolve, reject) => ask((error, value) => (error === null || error === undefined ? resolve(value) : reject(error))));

export class Rival {
  readonly x: XClient;
  readonly root: number;

  private constructor({ client, screen }: Display) {
    this.x = client;
    this.root = screen[0]?.root ?? 0;
  }

  /** Straight to the server, or by way of `socketPath`. */
  static async connect({ stage }: Pick<World, "stage">, socketPath = stage.desktop.socketPath): Promise<Rival> {
    const stream = createConnection(socketPath);
    const auth = { name: "MIT-MAGIC-COOKIE-1", data: Buffer.from(stage.desktop.cookie).toString("latin1") };
    return new Rival(await asked<Display>((reply) => x11.createClient({ stream, auth, display: ":0" }, reply)));
  }

  /** A round trip: everything asked before has been done. */
  async sync(): Promise<void> {
    await asked((reply) => this.x.GetInputFocus(reply));
  }

  async setTitle(window: number, title: string): Promise<void> {
    const atom = async (name: string): Promise<number> => asked((reply) => this.x.InternAtom(false, name, reply));
    const [name, utf8] = [await atom("_NET_WM_NAME"), await atom("UTF8_STRING")];
    this.x.ChangeProperty(0, window, name, utf8, 8, Buffer.from(title));
    await this.sync();
  }

  async move(window: number, x: number, y: number): Promise<void> {
    this.x.MoveWindow(window, x, y);
    await this.sync();
  }

  /** 0: grabbed. */
  async grabKeyboard(): Promise<number> {
    return asked((reply) => this.x.GrabKeyboard(this.root, 0, 0, 1, 1, reply));
  }

  /** 0: grabbed. */
  async grabPointer(): Promise<number> {
    return asked((reply) => this.x.GrabPointer(this.root, 0, 0x4 | 0x8 | 0x40, 1, 1, 0, 0, 0, reply));
  }

  /** Injects a real button press and release, as only a program outside of the gate can. */
  async clickPastTheGate(): Promise<void> {
    const test = await asked<{ FakeInput(type: number, detail: number, time: number, window: number, x: number, y: number): void }>(
      (reply) => this.x.require("xtest", reply),
    );
    test.FakeInput(4, 1, 0, this.root, 0, 0);
    test.FakeInput(5, 1, 0, this.root, 0, 0);
    await this.sync();
  }

  async takeClipboard(): Promise<void> {
    const clipboard = await asked<number>((reply) => this.x.InternAtom(false, "CLIPBOARD", reply));
    const window = this.x.AllocID();
    this.x.CreateWindow(window, this.root, 0, 0, 1, 1, 0, 0, 0, 0, {});
    this.x.SetSelectionOwner(window, clipboard, 0);
    await this.sync();
  }

  close(): void {
    this.x.terminate();
  }
}
