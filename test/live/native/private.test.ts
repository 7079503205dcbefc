// Servers of another kind: one in a place of its own, as the sandbox makes it, and one that shares no files.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as native from "../../../native/index.js";
import { faultCode, observe, op, open, value } from "./desk.ts";
import { Peer } from "./peer.ts";
import { startServer, type Server } from "./server.ts";

interface Client {
  readonly resourceBase: number;
}

let place: string;
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), "deskgate-private-"));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

const socketOf = (server: Server): string => join(place, `X${server.display.slice(1)}`);

/** Xvfb that sees `place` as /tmp/.X11-unix, and everything else as it is. */
const elsewhere = (): readonly string[] => [
  "bwrap",
  "--die-with-parent",
  "--dev-bind",
  "/",
  "/",
  "--bind",
  place,
  "/tmp/.X11-unix",
  "--",
];

test("a private path leads to the private server, and the one in the standard place sees no client", async () => {
  const decoy = await startServer({ screen: "320x200x24" });
  const secret = await startServer({ screen: "640x480x24", wrap: elsewhere(), args: ["-nolock"] });
  const witness = await Peer.connect(decoy);
  const options = { socketPath: socketOf(secret), cookie: secret.cookie, deadlineMs: 1000 };
  const desktop = value(await native.connect(options));
  expect((await observe(desktop)).root).toMatchObject({ width: 640, height: 480 });
  // bubblewrap starts Xvfb as its child: the process that listens is not the one that was spawned.
  expect(desktop.facts.serverPid).not.toBeNull();
  expect(faultCode(await native.connect({ ...options, serverPid: decoy.pid }))).toBe("server_mismatch");
  const clients = (await witness.ask((x, reply) => x.require("res", reply))) as {
    QueryClients(reply: (error: Error | null, clients: readonly Client[]) => void): void;
  };
  const onDecoy = await new Promise<readonly Client[]>((resolve, reject) =>
    clients.QueryClients((error, list) => (error === null || error === undefined ? resolve(list) : reject(error))),
  );
  // The witness alone, beside the server itself.
  expect(onDecoy.filter((client) => client.resourceBase !== 0)).toHaveLength(1);
  desktop.close();
  witness.close();
  await secret.stop();
  await decoy.stop();
});

test("a server that can make no shared file shares System V memory instead, with the right picture", async () => {
  // What fails such a server is the size of the file that it makes for us: a library put before its own refuses that.
  const shim = join(place, "no-file.so");
  const code =
    "#include <errno.h>\nint ftruncate(int f, long l) { errno = EPERM; return -1; }\nint ftruncate64(int f, long l) { errno = EPERM; return -1; }\n";
  execFileSync("cc", ["-shared", "-fPIC", "-x", "c", "-o", shim, "-"], { input: code });
  const server = await startServer({ wrap: ["env", `LD_PRELOAD=${shim}`] });
  const peer = await Peer.connect(server);
  await peer.window({ x: 0, y: 0, colour: 0x123456 });
  const desktop = await open(server);
  const frame = value(await desktop.capture(op(), { scope: { kind: "display" } }));
  expect(frame.path).toBe("shm_sysv");
  const { data } = value(
    await desktop.pixels(op(), frame.frame, {
      channels: 4,
      region: { x: 299, y: 199, width: 2, height: 1 },
    }),
  );
  expect([...data]).toEqual([0x12, 0x34, 0x56, 255, 0, 0, 0, 255]);
  desktop.close();
  peer.close();
  await server.stop();
});
