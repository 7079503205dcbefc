import { expect, test } from "vitest";
import { endTurn, scriptedPlanner, turn } from "../../src/agent/testing/index.ts";
import { bench, run } from "./run.ts";

const click = { type: "click", point: { x: 150, y: 150, space: "display" }, button: "left", count: 1, modifiers: [] } as const;

test("a click is admitted, dispatched once, and completion is verified", async () => {
  const parts = bench();
  const outcome = await run(parts, scriptedPlanner([turn(click), endTurn()]));
  expect(outcome).toMatchObject({ status: "completed", codes: [] });
  expect(parts.desktop.dispatched).toHaveLength(1);
  expect(outcome.lines.map((line) => line["kind"])).toEqual([
    "opened",
    "observe",
    "observed",
    "attest",
    "attested",
    "previewRun",
    "decideRun",
    "runDecided",
    "capture",
    "captured",
    "plan",
    "planned",
    "resolve",
    "resolved",
    "previewAction",
    "capture",
    "captured",
    "journal",
    "journaled",
    "dispatch",
    "dispatched",
    "checkEffects",
    "effectsChecked",
    "sealFrame",
    "frameSealed",
    "capture",
    "captured",
    "plan",
    "planned",
    "capture",
    "captured",
    "verifyCompletion",
    "completionChecked",
    "end",
    "release",
    "released",
    "cleanUp",
    "cleanedUp",
    "close",
  ]);
});

test("pixels that change after planning refuse the action, and the planner gets a new frame", async () => {
  const parts = bench();
  const change = () => {
    parts.desktop.world.pixels += 1;
    return turn(click);
  };
  const outcome = await run(parts, scriptedPlanner([change, turn(click), endTurn()]));
  expect(outcome.status).toBe("completed");
  expect(
    outcome.lines.filter((line) => line["kind"] === "refuse").map((line) => (line["body"] as { codes: string[] }).codes),
  ).toEqual([["frame_changed"]]);
  expect(parts.desktop.dispatched).toHaveLength(1);
});
