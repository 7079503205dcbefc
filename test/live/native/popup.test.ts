// A popup over the point is no target, unless its client is named: then its own menu works, and the answer says that it was another window.
import { expect, test } from "vitest";
import { dispatch, op, open, outcome, plan, value } from "./desk.ts";
import { Peer } from "./peer.ts";
import { startServer } from "./server.ts";

test("the target's own menu: refused unnamed, clicked when named", async () => {
  const server = await startServer();
  const target = await Peer.connect(server);
  const window = await target.window({ title: "target" });
  await target.focus(window);
  await target.window({ title: "menu", x: 80, y: 80, width: 60, height: 60, overrideRedirect: true, colour: 0 });
  const desktop = await open(server);
  value(await desktop.lease(op()));
  const point = { x: 100, y: 100 };
  const click = { kind: "click", button: "left", count: 1 } as const;
  const expected = await plan(desktop, window, { point });
  expect(outcome("precondition_failed", await dispatch(desktop, expected, click)).differences).toEqual(["surface"]);
  expect(await target.input()).toEqual([]);
  const named = { ...expected, surfaceClients: [expected.client.base] };
  expect(outcome("dispatched", await dispatch(desktop, named, click)).deliveredTo).toBe("same_client");
  expect(await target.input()).toEqual(["ButtonPress", "ButtonRelease"]);
  desktop.close();
  target.close();
  await server.stop();
});
