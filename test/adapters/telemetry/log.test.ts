import { pino } from "pino";
import { expect, test } from "vitest";
import { logTo } from "../../../src/adapters/telemetry/index.ts";
import type { AgentEvent } from "../../../src/agent/events.ts";
import { endTurn, scriptedPlanner, turn } from "../../../src/agent/testing/index.ts";
import { bench, run } from "../../agent/run.ts";

const logger = () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  return { lines, log };
};

test("each event is one line of the host's logger, under the run's id, refusals as warnings with their codes", async () => {
  const { lines, log } = logger();
  const parts = bench();
  const stale = () => {
    parts.desktop.world.pixels += 1;
    return turn({ type: "type", text: "a secret that is typed" });
  };
  await run(parts, scriptedPlanner([stale, endTurn()]), { onEvent: logTo(log) });
  expect(lines.every(({ runId }) => runId === "run-1")).toBe(true);
  expect(lines.filter(({ level }) => level === 40)).toMatchObject([
    { type: "action.refused", codes: ["frame_changed"], replan: true },
  ]);
  expect(lines.at(-1)).toMatchObject({ type: "run.ended", status: "completed", level: 30 });
  expect(JSON.stringify(lines)).not.toMatch(/secret|Invoice|\/app\/|\/task\//);
});

test("a field that an event gains one day is not logged unasked", () => {
  const { lines, log } = logger();
  const events = ["run.started", "decision.made", "action.refused", "action.dispatched", "run.ended"] as const;
  for (const type of events)
    logTo(log)({
      runId: "r",
      seq: 0,
      at: 1,
      schemaVersion: 1,
      type,
      codes: [],
      title: "Invoice",
      text: "secret",
    } as unknown as AgentEvent);
  expect(lines).toHaveLength(events.length);
  expect(JSON.stringify(lines)).not.toMatch(/secret|Invoice/);
});
