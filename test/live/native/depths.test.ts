// Frames show what another client painted, at every depth and by every path, or they are a fault.
import { describe, expect, test } from "vitest";
import { faultCode, op, open, value } from "./desk.ts";
import { Peer } from "./peer.ts";
import { startServer } from "./server.ts";
import { colourAt, shoot } from "./shots.ts";

describe("every depth and path", () => {
  const cases: readonly {
    screen: string;
    args?: readonly string[];
    wrap?: readonly string[];
    path: string;
    pixel: number;
    want: readonly number[];
  }[] = [
    { screen: "640x480x24", path: "shm_fd", pixel: 0x123456, want: [0x12, 0x34, 0x56] },
    { screen: "641x479x16", path: "shm_fd", pixel: 0xf81f, want: [255, 0, 255] },
    { screen: "641x479x15", path: "shm_fd", pixel: 0x03e0, want: [0, 255, 0] },
    { screen: "640x480x30", path: "shm_fd", pixel: 0x3ff00000, want: [255, 0, 0] },
    {
      screen: "640x480x24",
      args: ["-extension", "MIT-SHM"],
      path: "get_image",
      pixel: 0x123456,
      want: [0x12, 0x34, 0x56],
    },
  ];
  test.each(cases)("$screen $args by $path", async ({ screen, args = [], path, pixel, want }) => {
    const server = await startServer({ screen, args });
    const peer = await Peer.connect(server);
    await peer.window({ x: 0, y: 0, width: 20, height: 20, overrideRedirect: true, colour: pixel });
    const desktop = await open(server);
    const frame = await shoot(desktop);
    expect(frame).toMatchObject({ path, depth: Number(screen.split("x")[2]) });
    expect(await colourAt(desktop, frame.frame, 19, 19)).toEqual(want);
    expect(await colourAt(desktop, frame.frame, 20, 20)).toEqual([0, 0, 0]);
    const again = await shoot(desktop);
    expect(value(await desktop.equal(op(), frame.frame, again.frame))).toBe(true);
    desktop.close();
    peer.close();
    await server.stop();
  });

  test("a palette is a typed fault, never a wrong picture", async () => {
    const server = await startServer({ screen: "640x480x8" });
    const desktop = await open(server);
    expect(faultCode(await desktop.capture(op(), { scope: { kind: "display" } }))).toBe("visual_unsupported");
    desktop.close();
    await server.stop();
  });
});
