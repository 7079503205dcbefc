import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Rival } from "./rival.ts";
import { attempt, clickEntry, counting, openWorld, type Attempt, type Result, type World } from "./world.ts";

/** What goes wrong between the plan and the act. Each test has a desktop of its own, since most of them break it. */
let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(async () => {
  await world.close();
});

/** Clicks where an external effect is named, so that a decision is asked for. */
const clickPatch =
  (): NonNullable<Attempt["plan"]> =>
  async ({ turn }) => {
    const { patch } = world.stage.target.layout;
    return {
      proposals: turn === 0 ? [world.built.click(patch.centreX, patch.centreY)] : [],
      endTurn: turn > 0,
      usage: { inputTokens: 1, outputTokens: 1 },
    };
  };

/** Does something once the planner has its frame, then proposes the click. */
const planAfter = (act: () => Promise<unknown>): NonNullable<Attempt["plan"]> => {
  let done = false;
  return async (request, signal) => {
    if (!done) await act();
    done = true;
    return clickEntry(world)(request, signal);
  };
};

const pressed = (): number => world.built.inputsOf(world.stage.target.process);

describe("the display is closed", () => {
  const stop = async (): Promise<void> => void (await world.stage.desktop.stop());
  const approveAfterStop: Attempt["hooks"] = {
    confirmAction: async ({ preview, digest }) => {
      await stop();
      return world.built.approve(preview, digest);
    },
  };
  test.each([
    { name: "while the planner thinks", bad: (): Attempt => ({ plan: planAfter(stop) }) },
    { name: "while a decision is pending", bad: (): Attempt => ({ plan: clickPatch(), hooks: approveAfterStop }) },
    {
      name: "while effects are resolved",
      bad: (): Attempt => ({
        hooks: {
          resolveEffects: async () => {
            await stop();
            return { class: "none", origins: [], reads: [], writes: [], complete: true };
          },
        },
      }),
    },
  ])("$name: the run fails, nothing is sent, the receipt is written", async ({ bad }) => {
    const before = pressed();
    const result = await attempt(world, bad());
    expect(result.outcome?.status).toBe("failed");
    expect(result).toMatchObject({ dispatched: 0, verified: 0, error: undefined });
    expect(result.outcome?.problems.join("\n")).toMatch(/connection/);
    expect(pressed()).toBe(before);
    expect(result.tookMs).toBeLessThan(10_000);
  });
});

describe("the target is killed", () => {
  const kill = async (): Promise<void> => {
    await world.stage.target.process.signal("SIGKILL");
    await world.stage.target.process.exited;
  };
  test.each([
    { name: "after planning", bad: (): Attempt => ({ plan: planAfter(kill) }) },
    {
      name: "while its effects are resolved",
      bad: (): Attempt => ({
        hooks: {
          resolveEffects: async () => {
            await kill();
            return { class: "none", origins: [], reads: [], writes: [], complete: true };
          },
        },
      }),
    },
    {
      name: "while a decision is pending",
      bad: (): Attempt => ({
        plan: clickPatch(),
        hooks: {
          confirmAction: async ({ preview, digest }) => {
            await kill();
            return world.built.approve(preview, digest);
          },
        },
      }),
    },
  ])("$name: window_gone, nothing is sent, the receipt is written", async ({ bad }) => {
    const { result, seen } = await counting(world, async () => attempt(world, bad()));
    expect(result.outcome?.status).toBe("refused");
    expect(result.refused).toContain("window_gone");
    expect(result).toMatchObject({ dispatched: 0, verified: 0, error: undefined });
    expect(seen.raw).toBe(0);
    expect(result.tookMs).toBeLessThan(15_000);
  });
});

describe("another client interferes after planning", () => {
  /** Proposes the click again on every new frame until it was dispatched: what is refused stays refused while its cause lasts. */
  const persistent = (act: () => Promise<unknown>, keys: boolean): NonNullable<Attempt["plan"]> => {
    const { entry } = world.stage.target.layout;
    return async ({ turn, executed }) => {
      if (turn === 0) await act();
      const action = keys
        ? ({ type: "paste", text: `stolen ${turn}` } as const)
        : world.built.click(entry.centreX, entry.centreY + turn);
      return { proposals: executed > 0 ? [] : [action], endTurn: executed > 0, usage: { inputTokens: 1, outputTokens: 1 } };
    };
  };
  const interfere = async (
    act: (rival: Rival) => Promise<unknown>,
    turnsMax: number,
    keys = false,
  ): Promise<{ result: Result; seen: { target: number; raw: number } }> => {
    const rival = await Rival.connect(world);
    const policy = await world.policy();
    try {
      return await counting(world, async () =>
        attempt(world, {
          plan: persistent(async () => act(rival), keys),
          policy: { ...policy, limits: { ...policy.limits, stepsMax: turnsMax } },
        }),
      );
    } finally {
      rival.close();
    }
  };
  const window = (): number => world.stage.target.layout.xid;

  test("control: a rival that does nothing keeps nobody from clicking", async () => {
    const { result, seen } = await interfere(async (rival) => rival.sync(), 3);
    expect(result).toMatchObject({ dispatched: 1, verified: 0 });
    expect(seen.raw).toBe(3);
  });

  test.each([
    {
      name: "the title changes",
      act: async (rival: Rival) => rival.setTitle(window(), "deskgate fixture (saved)"),
      code: "title_mismatch",
    },
    { name: "the window moves", act: async (rival: Rival) => rival.move(window(), 200, 150), code: "target_changed" },
  ])("$name: $code, and nothing is sent", async ({ act, code }) => {
    const { result, seen } = await interfere(act, 2);
    expect(result.refused).toContain(code);
    expect(result).toMatchObject({ dispatched: 0, verified: 0, error: undefined });
    expect(seen).toEqual({ target: 0, raw: 0 });
  });

  test("the keyboard is grabbed: input_grabbed, and no key is sent", async () => {
    const { result, seen } = await interfere(async (rival) => expect(await rival.grabKeyboard()).toBe(0), 3, true);
    expect(result.refused).toContain("input_grabbed");
    expect(result).toMatchObject({ dispatched: 0, verified: 0, error: undefined });
    expect(seen).toEqual({ target: 0, raw: 0 });
  });

  test("control: the same paste without a rival arrives", async () => {
    const { result, seen } = await interfere(async (rival) => rival.sync(), 3, true);
    expect(result.dispatched).toBeGreaterThan(0);
    expect(result.verified).toBe(0);
    expect(seen.raw).toBeGreaterThan(0);
  });

  test("the pointer is grabbed: the click goes to the thief, is seen to, and ends the run", async () => {
    const { result, seen } = await interfere(async (rival) => expect(await rival.grabPointer()).toBe(0), 3);
    expect(result.outcome).toMatchObject({ status: "refused", codes: ["misdelivered"] });
    expect(result).toMatchObject({ dispatched: 0, verified: 0 });
    expect(seen.target).toBe(0);
    expect(seen.raw).toBeGreaterThan(0);
  });
});
