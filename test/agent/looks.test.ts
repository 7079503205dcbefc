import { describe, expect, test } from "vitest";
import type { Look, Plan, PlanRequest } from "../../src/agent/ports.ts";
import { endTurn, scriptedPlanner, turn } from "../../src/agent/testing/index.ts";
import { actionTypes } from "../../src/contract/actions.ts";
import { bench, bodies, run } from "./run.ts";

const region = { x: 110, y: 120, width: 30, height: 40 };
const zoom = { type: "zoom", region } as const;
const cursor = { type: "cursor_position" } as const;
const read = { type: "clipboard_read" } as const;
const unlisted = { type: "key", chord: "NoSuchKey", repeat: 1 } as const;

/** Runs one turn with these proposals, and gives what the next turn was shown for them. */
const shown = async (...proposals: Plan["proposals"]) => {
  const parts = bench();
  const seen: PlanRequest[] = [];
  const keep = (request: PlanRequest) => {
    seen.push(request);
    return endTurn();
  };
  const ran = await run(parts, scriptedPlanner([turn(...proposals), keep]), { policy: { actions: [...actionTypes] } });
  const [request] = seen;
  if (request === undefined) throw new Error("there was no second turn");
  return { ...parts, ran, request, looks: request.looks };
};
const types = (looks: readonly Look[]) => looks.map(({ type }) => type);

test("what the last turn asked to see is answered, in its order, from the new frame", async () => {
  const { desktop, request, looks } = await shown(zoom, cursor, { type: "wait", ms: 1 }, zoom);
  expect(types(looks)).toEqual(["zoom", "cursor_position", "zoom"]);
  expect(looks[1]).toEqual({ type: "cursor_position", x: 400, y: 300 });
  const asked: unknown[] = [];
  desktop.picture = async (frameId, _signal, part) => {
    asked.push([frameId, part]);
    return { mediaType: "image/png", bytes: new Uint8Array(), width: 30, height: 40 };
  };
  const [first] = looks;
  if (first?.type !== "zoom") throw new Error("no zoom");
  await first.picture();
  expect(asked).toEqual([[request.frame.id, region]]);
});

test("what stands behind a refusal is not answered", async () => {
  const { looks, request } = await shown(cursor, unlisted, zoom);
  expect(types(looks)).toEqual(["cursor_position"]);
  expect(request.refused).toEqual(["key_not_known"]);
});

test("a turn that asks for nothing is shown nothing, and no look comes twice", async () => {
  const parts = bench();
  const counts: number[] = [];
  const count = (request: PlanRequest) => {
    counts.push(request.looks.length);
    return counts.length === 1 ? turn(cursor) : counts.length === 2 ? turn({ type: "screenshot" }) : endTurn();
  };
  await run(parts, scriptedPlanner([count, count, count]));
  expect(counts).toEqual([0, 1, 0]);
});

describe("a text read from the clipboard", () => {
  test("is given to the planner, and stands in the record as a commitment alone", async () => {
    const { ran, looks } = await shown(read);
    expect(looks).toEqual([{ type: "clipboard_read", text: "copied" }]);
    const [sent] = bodies(ran.lines, "dispatched");
    expect(sent?.outcome).toMatchObject({ outcome: "dispatched", clipboard: { lengthBucket: "1-8" } });
    expect(JSON.stringify(ran.lines)).not.toContain("copied");
  });

  test("that the desktop does not hand over is an unknown outcome, and the run ends", async () => {
    const parts = bench();
    parts.desktop.takeClipboard = () => undefined;
    const ran = await run(parts, scriptedPlanner([turn(read), endTurn()]), { policy: { actions: ["clipboard_read"] } });
    expect(ran).toMatchObject({ status: "refused", codes: ["outcome_unknown"] });
  });
});
