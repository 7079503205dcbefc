// Whole runs of the agent on a real display: every type of action is admitted, sent and seen by a toolkit, and the record of it verifies.
import { realpathSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { encodePng } from "../../../src/adapters/images/index.ts";
import { systemClock, systemNonces } from "../../../src/adapters/system/index.ts";
import { X11Desktop, X11Observer, type X11Display } from "../../../src/adapters/x11/index.ts";
import { ComputerUseAgent, spend } from "../../../src/agent/index.ts";
import type { Look, Plan, PlanRequest } from "../../../src/agent/ports.ts";
import {
  FakeDesktop,
  MemoryJournal,
  MemoryReceipts,
  fakeHost,
  fakePolicy,
  fakeWorld,
  scriptedPlanner,
  turn,
} from "../../../src/agent/testing/index.ts";
import { actionTypes } from "../../../src/contract/actions.ts";
import type { ComputerUseRunPolicy } from "../../../src/contract/policy.ts";
import type { ReceiptEvent } from "../../../src/contract/receipt/index.ts";
import { sign, verify } from "../../sim/receipt.ts";
import { buildGtkTarget, GtkTarget } from "./gtk.ts";
import { Peer } from "./peer.ts";
import { startServer, type Server } from "./server.ts";

let server: Server;
let program: string;
let target: GtkTarget;
let peer: Peer;
let observer: X11Observer;
let policy: ComputerUseRunPolicy;
let runs = 0;
let origin = { x: 0, y: 0 };

const display = (): X11Display => ({ socketPath: server.socketPath, cookie: server.cookie, serverPid: server.pid });

beforeAll(async () => {
  server = await startServer();
  program = buildGtkTarget(server, "gtk-canvas");
});
afterAll(() => server.stop());
beforeEach(async () => {
  target = await GtkTarget.start(server, program);
  peer = await Peer.connect(server);
  observer = await X11Observer.connect(display());
  const { windows } = await observer.look(AbortSignal.timeout(5000));
  const window = windows.find((one) => one.title.state === "present" && one.title.text === "gtk target");
  if (window === undefined) throw new Error("the target has no window");
  await peer.focus(window.id);
  origin = window.geometry;
  const path = realpathSync(program);
  policy = fakePolicy({
    runId: `governed-${(runs += 1)}`,
    applications: [{ path, sha256: null }],
    windows: [{ application: path, windowId: window.id, title: "gtk target" }],
    actions: [...actionTypes],
    frame: { scope: "display", settle: { quietMs: 80, maxMs: 5000 }, unsettled: "refuse", ignore: [] },
    limits: { ...fakePolicy().limits, actionsMax: 40, actionsPerMinuteMax: 400, frameAgeMsMax: 20_000, thinkingMsMax: 20_000 },
  });
});
afterEach(async () => {
  observer.close();
  peer.close();
  await target.stop();
});

/** A point of the drawing area. */
const at = (x: number, y: number) => ({ x: origin.x + x, y: origin.y + 60 + y, space: "display" as const });
const told = (kind: string) => target.lines.filter((line) => line.startsWith(`${kind} `));

/** Runs the turns on the real display, and gives what came of it; the record verifies. */
const governed = async (turns: readonly (Plan | ((request: PlanRequest) => Plan | Promise<Plan>))[], signal?: AbortSignal) => {
  const receipts = new MemoryReceipts();
  const host = fakeHost(new FakeDesktop(fakeWorld(), systemClock), systemClock, {
    observeTarget: async (request) => observer.observeTarget(request),
  });
  const agent = new ComputerUseAgent({
    hooks: host,
    planner: scriptedPlanner(turns),
    journal: new MemoryJournal(),
    receipts,
    clock: systemClock,
    nonces: systemNonces,
    desktop: new X11Desktop(display(), spend, encodePng),
  });
  const outcome = await agent.run("a task", { policy, signal }).outcome;
  const [record] = receipts.records;
  if (record === undefined) throw new Error(`no record: ${outcome.problems.join("; ")}`);
  expect(verify(sign(record)).findings).toEqual([]);
  const bodies = record.events.map((line) => (JSON.parse(line) as ReceiptEvent).body);
  const sent = bodies.flatMap((body) => (body.kind === "dispatched" ? [body.outcome] : []));
  return { outcome, sent, text: record.events.join("\n") };
};

test("every active type of action, one after another, is seen by the target and leaves nothing down", async () => {
  const modifiers: [] = [];
  const left = { button: "left", modifiers } as const;
  const secret = "kept out of the record";
  const looks: Look[] = [];
  const { outcome, sent, text } = await governed([
    turn({ type: "pointer_move", point: at(5, 5) }),
    turn({ type: "click", point: at(20, 20), count: 1, ...left, button: "forward" }),
    turn({ type: "pointer_down", point: at(30, 20), button: "left" }),
    turn({ type: "pointer_up", point: at(90, 20), button: "left" }),
    turn({ type: "drag", path: [at(200, 20), at(220, 50), at(300, 50)], durationMs: 150, ...left }),
    turn({ type: "scroll", point: at(40, 40), dx: -1, dy: 2, modifiers: ["ctrl"] }),
    turn({ type: "hold_key", chord: "SHIFT+ArrowLeft", ms: 120 }),
    turn({ type: "key", chord: "ctrl+a", repeat: 1 }),
    turn({ type: "type", text: `${secret}, typed: (ok)` }),
    turn({ type: "key", chord: "ctrl+a", repeat: 1 }),
    turn({ type: "paste", text: secret }),
    turn({ type: "key", chord: "ctrl+a", repeat: 1 }),
    turn({ type: "key", chord: "ctrl+c", repeat: 1 }),
    turn({ type: "clipboard_read" }, { type: "cursor_position" }, { type: "zoom", region: { ...origin, width: 30, height: 20 } }),
    async (request) => {
      looks.push(...request.looks);
      const zoomed = request.looks.find((look) => look.type === "zoom");
      const picture = await zoomed?.picture();
      expect(picture).toMatchObject({ width: 30, height: 20, mediaType: "image/png" });
      return { proposals: [], endTurn: true };
    },
  ]);
  expect(outcome).toMatchObject({ status: "completed", codes: [], problems: [] });
  expect(sent.map((one) => one.outcome)).toEqual(Array.from({ length: 14 }, () => "dispatched"));
  expect(looks.map((look) => look.type)).toEqual(["clipboard_read", "cursor_position", "zoom"]);
  expect(looks[0]).toEqual({ type: "clipboard_read", text: secret });
  expect(looks[1]).toEqual({ type: "cursor_position", x: at(40, 40).x, y: at(40, 40).y });
  expect(told("press").map((line) => line.split(" ")[1])).toEqual(["9", "1", "1"]);
  expect(told("scroll")).toEqual(["scroll down 4", "scroll down 4", "scroll left 4"]);
  expect(told("drag").length).toBeGreaterThan(8);
  expect(told("keyup")).toContain("keyup Left 1");
  expect(target.text).toBe(secret);
  expect(text).not.toContain(secret);
  expect(await observer.input(AbortSignal.timeout(5000))).toMatchObject({ keycodesDown: [], buttonsDown: [] });
});

test("a drag that would end outside of the target is refused before anything is sent, and may be planned again", async () => {
  const path = [at(10, 10), { x: 750, y: 550, space: "display" as const }];
  const refused: string[] = [];
  const { outcome, sent } = await governed([
    turn({ type: "drag", path, button: "left", durationMs: 0, modifiers: [] }),
    (request) => {
      refused.push(...request.refused);
      return { proposals: [], endTurn: true };
    },
  ]);
  expect(outcome.status).toBe("completed");
  expect(refused).toEqual(["point_not_in_target"]);
  expect(sent).toEqual([]);
  expect(told("press")).toEqual([]);
});

test("a focus stolen during a drag ends it half-way; the codes say why, the record how far, and the run goes on once it may", async () => {
  const lair = await peer.window({ title: "lair", x: 700, y: 500, width: 50, height: 50 });
  const window = policy.windows[0]?.windowId ?? 0;
  const refused: string[] = [];
  const stolen = (async () => {
    await target.until(() => told("drag").length > 5, 20_000);
    await peer.focus(lair);
    await target.until(() => told("release").length > 0, 20_000);
    await peer.focus(window);
  })();
  const { outcome, sent } = await governed([
    turn({ type: "drag", path: [at(10, 10), at(300, 50)], button: "left", durationMs: 5000, modifiers: [] }),
    (request) => {
      refused.push(...request.refused);
      return { proposals: [], endTurn: true };
    },
  ]);
  await stolen;
  expect(outcome.status).toBe("completed");
  expect(refused).toContain("focus_elsewhere");
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    outcome: "partial",
    stoppedBy: { outcome: "precondition_failed", differences: ["focus"] },
  });
});

test("a cancellation during a held key is acknowledged at once, and the key is up", async () => {
  const controller = new AbortController();
  const stopped = (async () => {
    await target.until(() => told("keydown").length > 0, 20_000);
    controller.abort();
  })();
  const { outcome } = await governed([turn({ type: "hold_key", chord: "Left", ms: 5000 })], controller.signal);
  await stopped;
  expect(outcome.status).toBe("cancelled");
  await target.until(() => told("keyup").length > 0);
  expect(await observer.input(AbortSignal.timeout(5000))).toMatchObject({ keycodesDown: [], buttonsDown: [] });
});
