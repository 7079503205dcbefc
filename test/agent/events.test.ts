import { expect, test } from "vitest";
import { EventQueue, type AgentEvent } from "../../src/agent/events.ts";
import { endTurn, scriptedPlanner, turn } from "../../src/agent/testing/index.ts";
import { bench, run } from "./run.ts";

const used = { steps: 0, actions: 0, tokens: 0, actionsInWindow: 0, durationMs: 0 };
const all = async (queue: EventQueue): Promise<readonly AgentEvent[]> => {
  const events: AgentEvent[] = [];
  for await (const event of queue) events.push(event);
  return events;
};

test("a consumer that is too slow misses events, is told how many, and still gets the end", async () => {
  const queue = new EventQueue("run-1");
  for (let nth = 0; nth < 1_030; nth += 1) queue.push({ type: "completion.checked", result: "absent" }, nth);
  queue.push({ type: "run.ended", status: "completed", codes: [], used, acknowledgedAfterUs: null }, 1_031);
  queue.close();
  const events = await all(queue);
  expect(queue.dropped).toBe(6);
  expect(events).toHaveLength(1_025);
  expect(events.at(-1)).toMatchObject({ type: "run.ended", seq: 1_030 });
});

test("a watcher sees every event, also those that the consumer misses, and its failure ends nothing", () => {
  const seen: number[] = [];
  const queue = new EventQueue("run-1", ({ seq }) => {
    seen.push(seq);
    throw new Error("a log that is full");
  });
  for (let nth = 0; nth < 1_030; nth += 1) queue.push({ type: "run.started" }, nth);
  expect(seen).toHaveLength(1_030);
});

test("the events of a run are its steps in order, and hold no text, title or path", async () => {
  const parts = bench();
  const secret = "a secret that is typed";
  const events: string[] = [];
  const queue = { push: (event: AgentEvent) => events.push(JSON.stringify(event)) };
  await run(parts, scriptedPlanner([turn({ type: "type", text: secret }), endTurn()]), { onEvent: queue.push });
  expect(events.map((text) => (JSON.parse(text) as AgentEvent).type)).toEqual([
    "run.started",
    "decision.requested",
    "decision.made",
    "frame.captured",
    "proposal.received",
    "action.previewed",
    "budget.updated",
    "frame.captured",
    "action.admitted",
    "action.dispatched",
    "frame.captured",
    "proposal.received",
    "frame.captured",
    "completion.checked",
    "run.ended",
  ]);
  expect(parts.desktop.dispatched).toHaveLength(1);
  expect(events.join()).not.toMatch(/secret|Invoice|\/app\/|\/task\//);
});
