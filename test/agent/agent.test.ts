import { expect, test } from "vitest";
import { approving, endTurn, scriptedPlanner, turn } from "../../src/agent/testing/index.ts";
import type { ComputerUseRunPolicy } from "../../src/contract/policy.ts";
import { sign, verify } from "../sim/receipt.ts";
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

const looking: Partial<ComputerUseRunPolicy> = {
  actions: ["screenshot", "zoom", "cursor_position", "wait"],
  files: { read: [], write: [] },
  outputs: [],
};
test.each([
  { what: "may only look asks nobody", policy: looking, asked: 0 },
  {
    what: "may read one file asks",
    policy: { ...looking, files: { read: [{ path: "/task/in", kind: "file" }], write: [] } },
    asked: 1,
  },
  { what: "may move the pointer asks", policy: { ...looking, actions: ["screenshot", "pointer_move"] }, asked: 1 },
] as const)("a run that $what (A16, A17)", async ({ policy, asked }) => {
  const parts = bench();
  let questions = 0;
  const approve = approving("operator", 1_900_000_000_000);
  const confirmRun: typeof approve = async (question) => ((questions += 1), approve(question));
  const ran = await run(parts, scriptedPlanner([turn({ type: "screenshot" }), endTurn()]), {
    policy: policy as Partial<ComputerUseRunPolicy>,
    hooks: { confirmRun },
  });
  expect([ran.status, questions]).toEqual(["completed", asked]);
  expect(ran.lines.filter(({ kind }) => kind === "decideRun")).toHaveLength(asked);
  if (ran.record === undefined) throw new Error("the run has no record");
  expect(verify(sign(ran.record)).exit).toBe(0);
});
