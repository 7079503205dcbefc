import { expect, test } from "vitest";
import type { AdmittedAction } from "../../src/contract/admitted.ts";
import type { DispatchOutcome } from "../../src/contract/dispatch.ts";
import { spend } from "../../src/agent/index.ts";
import type { ComputerUseRunControlHooks } from "../../src/agent/hooks.ts";
import { FakeDesktop, endTurn, fakeHost, fakePolicy, scriptedPlanner, turn } from "../../src/agent/testing/index.ts";
import { bench, run } from "./run.ts";

const click = { type: "click", point: { x: 150, y: 150, space: "display" }, button: "left", count: 1, modifiers: [] } as const;

/** An executor that tries to send what it was given once more. */
class Greedy extends FakeDesktop {
  readonly seconds: DispatchOutcome[] = [];
  readonly kept: AdmittedAction[] = [];
  override async dispatch(action: AdmittedAction): Promise<DispatchOutcome> {
    const first = await super.dispatch(action);
    this.kept.push(action);
    this.seconds.push(await super.dispatch(action));
    return first;
  }
}

test("an admitted action is good once: the executor that tries it again has nothing to send (A22, A23)", async () => {
  const parts = bench();
  const desktop = new Greedy(parts.desktop.world, parts.clock);
  const outcome = await run({ ...parts, desktop }, scriptedPlanner([turn(click), endTurn()]));
  expect(outcome.status).toBe("completed");
  expect(desktop.seconds).toEqual([{ outcome: "primitive_spent" }]);
  expect(desktop.dispatched).toHaveLength(1);
});

test("what looks like an admitted action, a copy of one too, was never minted", async () => {
  const parts = bench();
  const desktop = new Greedy(parts.desktop.world, parts.clock);
  await run({ ...parts, desktop }, scriptedPlanner([turn(click), endTurn()]));
  const [real] = desktop.kept;
  expect(real).toBeDefined();
  for (const forged of [{ ...real }, structuredClone(real), Object.create(real ?? null) as object])
    expect(spend(forged as AdmittedAction)).toBeUndefined();
});

/** Everything below, itself included, that could still be changed. */
const loose = (value: unknown, at = ""): readonly string[] =>
  typeof value !== "object" || value === null || value instanceof AbortSignal
    ? []
    : [...(Object.isFrozen(value) ? [] : [at]), ...Object.entries(value).flatMap(([key, inner]) => loose(inner, `${at}.${key}`))];

test("nothing that a hook is handed can be changed under the run", async () => {
  const parts = bench();
  const handed: Record<string, unknown> = {};
  const keep = (name: keyof ComputerUseRunControlHooks, hooks: ComputerUseRunControlHooks) => async (request: object) => {
    for (const [key, value] of Object.entries(request)) if (typeof value !== "function") handed[`${name}.${key}`] = value;
    return (hooks[name] as (given: object) => Promise<never>)(request);
  };
  const host = fakeHost(parts.desktop, parts.clock, {
    resolveEffects: async () => ({ class: "irreversible", origins: [], reads: [], writes: ["/task/out/a"], complete: true }),
  });
  const names = [
    "observeTarget",
    "confirmRun",
    "confirmAction",
    "stepUp",
    "resolveEffects",
    "observeChanges",
    "verifyCompletion",
  ] as const;
  const hooks = Object.fromEntries(names.map((name) => [name, keep(name, host)]));
  const outcome = await run(parts, scriptedPlanner([turn(click), endTurn()]), { hooks });
  expect(outcome.status).toBe("completed");
  for (const name of [
    "resolveEffects.action",
    "resolveEffects.target",
    "resolveEffects.policy",
    "confirmAction.preview",
    "stepUp.preview",
    "confirmRun.preview",
    "observeChanges.effects",
  ])
    expect(handed[name]).toBeDefined();
  expect(Object.entries(handed).flatMap(([name, value]) => loose(value, name))).toEqual([]);
});

test("a hook that tries to move the point after the preview fails for itself: nothing is sent", async () => {
  const parts = bench();
  const outcome = await run(parts, scriptedPlanner([turn(click)]), {
    policy: { limits: { ...fakePolicy().limits, stepsMax: 1 } },
    hooks: {
      resolveEffects: async ({ action }) => {
        (action as { point: { x: number } }).point.x = 399;
        return { class: "none", origins: [], reads: [], writes: [], complete: true };
      },
    },
  });
  expect(parts.desktop.dispatched).toEqual([]);
  expect(outcome.lines.filter(({ kind }) => kind === "refuse").map(({ body }) => "codes" in body && body.codes)).toContainEqual([
    "effects_unknown",
  ]);
});
