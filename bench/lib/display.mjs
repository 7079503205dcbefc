// The governed desktop that everything is measured on: deskgate, the peers and the limits speak to one and the same X server.
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spend } from "../../dist/agent/index.js";
import { encodePng } from "../../dist/adapters/images/index.js";
import { X11Desktop, X11Observer } from "../../dist/adapters/x11/index.js";
import { openStage } from "../../dist/fixture/stage/stage.js";

const sockets = "/tmp/.X11-unix";

/** An .Xauthority entry for any address (family 65535), display `number`. */
const authority = (number, cookie) => {
  const field = (bytes) => Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
  return Buffer.concat([
    Buffer.from([255, 255]),
    ...[Buffer.alloc(0), Buffer.from(String(number)), Buffer.from("MIT-MAGIC-COOKIE-1"), Buffer.from(cookie)].map(field),
  ]);
};

/** Peers know display numbers only: a link where they look for the socket, under a number that nobody has. */
const linkFor = (socketPath) => {
  mkdirSync(sockets, { recursive: true, mode: 0o1777 });
  for (let number = 700; number < 800; number += 1) {
    const link = join(sockets, `X${number}`);
    try {
      symlinkSync(socketPath, link);
      return { number, link };
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
  }
  throw new Error("no free display number between 700 and 799");
};

/** Opens desktop, target and observers; `close` removes everything again. Spending is the caller's: `admit` makes what `dispatch` takes. */
export const openDisplay = async ({ widthPx, heightPx }, scratch) => {
  const opened = await openStage({ widthPx, heightPx });
  const { desktop } = opened;
  const { number, link } = linkFor(desktop.socketPath);
  const xauthority = join(scratch, `xauthority-${number}`);
  writeFileSync(xauthority, authority(number, desktop.cookie));
  chmodSync(xauthority, 0o600);
  const display = { socketPath: desktop.socketPath, cookie: desktop.cookie, serverPid: desktop.serverPid };
  // The fixture's own connections go through a recording proxy, which is not what is measured.
  const eyes = await X11Observer.connect(display);
  return {
    stage: { ...opened, display, eyes },
    display,
    widthPx,
    heightPx,
    env: { ...process.env, DISPLAY: `:${number}`, XAUTHORITY: xauthority },
    /** A desktop of the adapter whose actions the benchmark itself spends: the machine that would admit them is measured apart. */
    openGate: async (held) => {
      const gate = new X11Desktop(display, held === undefined ? spend : () => held.spent, encodePng);
      if ((await gate.lease(new AbortController().signal)) !== "held") throw new Error("the display is leased to somebody else");
      return gate;
    },
    close: async () => {
      rmSync(link, { force: true });
      rmSync(xauthority, { force: true });
      eyes.close();
      await opened.close();
    },
  };
};
