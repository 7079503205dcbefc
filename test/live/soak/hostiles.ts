// Clients that misbehave, one kind each. They act through the test's own connection to the server, beside the native call that runs on its thread.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Rect } from "../../../native/index.js";
import { end } from "../native/server.ts";
import type { Stage } from "./stage.ts";

/** What a hostile client does around each dispatch. */
export type Acting = {
  /** Before the dispatch is planned. */
  readonly before?: (at: number) => Promise<void>;
  /** Between planning and dispatching; what it starts goes on during the dispatch. */
  readonly planned?: (at: number) => Promise<void>;
  readonly after?: () => Promise<void>;
  readonly stop?: () => Promise<void>;
};

export type Hostile = {
  readonly name: string;
  readonly start: (stage: Stage) => Promise<Acting>;
  readonly act?: "key or click" | "paste" | "long paste";
  readonly ignore?: readonly Rect[];
  /** Codes that must come, or the client was not hostile at all. */
  readonly expects: readonly string[];
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Repeats `act` for as long as the soak of this client lasts. */
const repeating = (act: (turn: number) => Promise<void>): Acting => {
  const stopped = new AbortController();
  const running = (async () => {
    for (let turn = 0; !stopped.signal.aborted; turn += 1) await act(turn);
  })();
  return {
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
};

/** Holds a grab since before planning, since after it, or not, in turn. */
const holding = (take: (at: number) => Promise<void>, letGo: () => Promise<void>): Acting => ({
  before: async (at) => (at % 3 === 1 ? take(at) : undefined),
  planned: async (at) => (at % 3 === 2 ? take(at) : undefined),
  after: letGo,
  stop: letGo,
});

const canvas: Rect = { x: 400, y: 50, width: 300, height: 300 };
const anyModifier = 0x8000;
const keycodeA = 38;

const painter: Hostile = {
  name: "painter",
  expects: ["precondition_failed"],
  start: async ({ thief, window, target }) => {
    await target.sync();
    return repeating((turn) => thief.paint(window, turn, [0, 0, 20, 20]).then(() => pause(turn % 7)));
  },
};

const imperviousPainter: Hostile = {
  name: "impervious painter",
  expects: ["grab_pierced"],
  ignore: [canvas],
  start: async ({ thief }) => {
    const xtest = await thief.ask<{ GrabControl(impervious: number): void }>((x, reply) => x.require("xtest", reply));
    xtest.GrabControl(1);
    const id = await thief.window({ title: "canvas", ...canvas });
    const acting = repeating((turn) => thief.paint(id, turn, [0, 0, 200, 200]));
    return {
      stop: async () => {
        await acting.stop?.();
        xtest.GrabControl(0);
        thief.x.DestroyWindow(id);
        await thief.sync();
      },
    };
  },
};

const focusThief: Hostile = {
  name: "focus thief",
  expects: ["precondition_failed"],
  start: async ({ thief, lair }) =>
    repeating(async (turn) => {
      await thief.focus(lair);
      await pause(turn % 9);
    }),
};

const destroyer: Hostile = {
  name: "destroyer",
  expects: ["precondition_failed"],
  start: async (stage) => ({
    planned: async (at) => {
      const { thief, window } = stage;
      const destroy = (): void => thief.x.DestroyWindow(window);
      if (at % 4 === 0) destroy();
      else setTimeout(destroy, at % 4);
      if (at % 4 === 0) await thief.sync();
    },
    // The timer has to have gone off: the next target is not the one that it is for.
    after: async () => pause(5),
  }),
};

const incrStaller: Hostile = {
  name: "INCR staller",
  act: "long paste",
  expects: ["paste_unanswered"],
  start: async (stage) => {
    stage.takes = "nothing after the first chunk";
    return {};
  },
};

const selectionThief: Hostile = {
  name: "selection thief",
  act: "paste",
  expects: ["paste_hijacked"],
  start: async ({ thief, lair }) => {
    const clipboard = await thief.atom("CLIPBOARD");
    return repeating(async (turn) => {
      thief.x.SetSelectionOwner(lair, clipboard, 0);
      await thief.sync();
      await pause(turn % 5);
    });
  },
};

const leaseThief: Hostile = {
  name: "lease thief",
  expects: ["precondition_failed"],
  start: async ({ thief, lair }) => {
    const lease = await thief.atom("_DESKGATE_LEASE");
    return {
      planned: async (at) => {
        if (at % 2 === 0) return;
        thief.x.SetSelectionOwner(lair, lease, 0);
        await thief.sync();
      },
    };
  },
};

const serverGrabber: Hostile = {
  name: "server grabber",
  expects: ["deadline"],
  start: async ({ thief }) => ({
    planned: async (at) => {
      thief.x.GrabServer();
      await thief.sync();
      // Shorter than the deadline of a call, and longer.
      setTimeout(() => thief.x.UngrabServer(), at % 2 === 0 ? 20 : 220);
    },
    after: async () => pause(230),
  }),
};

const keyboardGrabber: Hostile = {
  name: "active keyboard grab",
  expects: ["input_grabbed"],
  start: async ({ thief, lair }) =>
    holding(
      async () => void (await thief.ask<number>((x, reply) => x.GrabKeyboard(lair, 0, 0, 1, 1, reply))),
      async () => {
        thief.x.UngrabKeyboard(0);
        await thief.sync();
      },
    ),
};

const pointerGrabber: Hostile = {
  name: "active pointer grab",
  expects: ["misdelivered"],
  start: async ({ thief, lair }) =>
    holding(
      async () => void (await thief.ask<number>((x, reply) => x.GrabPointer(lair, 0, 0x0c, 1, 1, 0, 0, 0, reply))),
      async () => {
        thief.x.UngrabPointer(0);
        await thief.sync();
      },
    ),
};

const passiveKey: Hostile = {
  name: "passive key grab",
  expects: ["misdelivered"],
  start: async ({ thief }) =>
    holding(
      async () => {
        thief.x.GrabKey(thief.root, 0, anyModifier, keycodeA, 1, 1);
        await thief.sync();
      },
      async () => {
        thief.x.UngrabKey(thief.root, keycodeA, anyModifier);
        await thief.sync();
      },
    ),
};

const passiveButton: Hostile = {
  name: "passive button grab",
  expects: ["misdelivered"],
  start: async ({ thief }) =>
    holding(
      async () => {
        thief.x.GrabButton(thief.root, 0, 0x0c, 1, 1, 0, 0, 1, anyModifier);
        await thief.sync();
      },
      async () => {
        thief.x.UngrabButton(thief.root, 1, anyModifier);
        await thief.sync();
      },
    ),
};

/** A program of its own, since node-x11 cannot grab an XInput2 device. Its grabs are of the master keyboard and the master pointer. */
const deviceGrabber: Hostile = {
  name: "XInput2 device grab",
  expects: ["misdelivered", "input_grabbed"],
  start: async ({ server }) => {
    const source = fileURLToPath(new URL("device-grabber.c", import.meta.url));
    const program = join(server.directory, "device-grabber");
    const flags = execFileSync("pkg-config", ["--cflags", "--libs", "xcb", "xcb-xinput"], { encoding: "utf8" }).trim().split(/\s+/);
    execFileSync("cc", ["-O1", "-Wall", "-Werror", "-o", program, source, ...flags]);
    const env = { ...process.env, DISPLAY: server.display, XAUTHORITY: server.xauthority };
    const child = spawn(program, [], { env, stdio: ["pipe", "pipe", "inherit"] });
    const tell = async (word: string): Promise<void> => {
      const answered = once(child.stdout, "data");
      child.stdin.write(`${word}\n`);
      const [said] = (await answered) as [Buffer];
      if (said.toString() !== `${word}\n`) throw new Error(`the device grabber said ${said.toString()}`);
    };
    const acting = holding(
      // The device of the act that comes: keys are sent at even turns, clicks at odd ones.
      (at) => tell(at % 2 === 0 ? "keyboard" : "pointer"),
      () => tell("ungrab"),
    );
    return {
      ...acting,
      stop: async () => {
        child.stdin.end();
        await end(child);
      },
    };
  },
};

export const hostiles: readonly Hostile[] = [
  painter,
  imperviousPainter,
  focusThief,
  destroyer,
  incrStaller,
  selectionThief,
  leaseThief,
  serverGrabber,
  keyboardGrabber,
  pointerGrabber,
  passiveKey,
  passiveButton,
  deviceGrabber,
];
