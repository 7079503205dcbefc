import { expect, test } from "vitest";
import { FakeDesktop, endTurn, fakePolicy, scriptedPlanner, turn } from "../../src/agent/testing/index.ts";
import type { CaptureRequest } from "../../src/agent/ports.ts";
import { bounds } from "../../src/contract/bounds.ts";
import type { RawObservation } from "../../src/contract/observation.ts";
import { limits } from "./limits.ts";
import { after, click, effects } from "./refusals/case.ts";
import { bench, bodies, run, type Bench } from "./run.ts";

// What the drive loop and the machine look at, each look by itself: the world is wrong for this one look and right for all others.

/** A desktop that calls `onCapture` with each capture's number and request, while the capture is made. */
class Watched extends FakeDesktop {
  readonly requests: CaptureRequest[] = [];
  readonly pictured: number[] = [];
  onCapture: (count: number) => void = () => undefined;
  override async capture(request: CaptureRequest) {
    this.requests.push(request);
    const facts = await super.capture(request);
    this.onCapture(this.requests.length);
    return facts;
  }
  override async picture(...asked: Parameters<FakeDesktop["picture"]>) {
    this.pictured.push(asked[0]);
    return super.picture(...asked);
  }
}
const watched = (): Bench & { readonly desktop: Watched } => {
  const parts = bench();
  return { ...parts, desktop: new Watched(parts.desktop.world, parts.clock) };
};
const refusedWith = (lines: Parameters<typeof bodies>[0]): readonly string[] =>
  bodies(lines, "refuse").flatMap(({ codes }) => [...codes]);
const one = { limits: limits({ stepsMax: 1 }) };
const away = (observation: RawObservation): RawObservation => ({ ...observation, focus: { kind: "root" } });

test.each([
  ["planned frame", 1],
  ["fresh frame", 2],
])("the focus leaves while the %s is captured", async (_, nth) => {
  const parts = watched();
  const { world } = parts.desktop;
  const before = world.observation;
  let looks = 0;
  parts.desktop.onCapture = (count) => {
    if (count === nth) looks = 1;
  };
  const hooks = {
    observeTarget: async () => {
      looks -= 1;
      return looks === 0 ? away(before) : before;
    },
  };
  const { lines } = await run(parts, scriptedPlanner([turn(click)]), { policy: one, hooks });
  expect(refusedWith(lines)).toContain("focus_root");
  // It is this very look that refused, and not the next one: before anything was planned, or sent.
  const kinds = lines.map(({ kind }) => kind);
  if (nth === 1) expect(kinds.indexOf("refuse")).toBeLessThan(kinds.indexOf("plan"));
  else expect(parts.desktop.dispatched).toEqual([]);
});

test("the focus is elsewhere in the look after a decision, and back for the next one", async () => {
  const parts = bench();
  const before = parts.desktop.world.observation;
  let looks = 0;
  const hooks = {
    ...effects({ class: "external" }),
    observeTarget: async () => {
      looks += 1;
      // 1 opens the run, 2 and 3 stand around the planned frame, 4 comes after the decision.
      return looks === 4 ? away(before) : before;
    },
  };
  const { lines } = await run(parts, scriptedPlanner([turn(click)]), { policy: one, hooks });
  expect(bodies(lines, "observe").map(({ purpose }) => purpose)).toEqual(["open", "decided"]);
  expect(refusedWith(lines)).toContain("focus_root");
  expect(parts.desktop.dispatched).toEqual([]);
});

test("the focus is elsewhere in the final frame", async () => {
  const parts = watched();
  const before = parts.desktop.world.observation;
  parts.desktop.onCapture = (count) => {
    if (count === 2) parts.desktop.world.observation = away(before);
  };
  const { status } = await run(parts, scriptedPlanner([endTurn()]), { policy: one });
  expect(status).not.toBe("completed");
});

test("frames to plan on and to complete on settle first, the fresh one does not; each leaves out what the policy says", async () => {
  const parts = watched();
  const ignore = [{ x: 1, y: 2, width: 3, height: 4 }];
  const frame = { ...fakePolicy().frame, ignore };
  const { status } = await run(parts, scriptedPlanner([turn(click), endTurn()]), { policy: { frame } });
  expect(status).toBe("completed");
  const { settle } = frame;
  expect(parts.desktop.requests.map((request) => request.settle)).toEqual([settle, undefined, settle, settle]);
  expect(parts.desktop.requests.map((request) => request.ignore)).toEqual([ignore, ignore, ignore, ignore]);
});

test("the planner's picture is that of its own frame", async () => {
  const parts = watched();
  const frames: number[] = [];
  const planner = {
    identity: "planner",
    plan: async ({ frame }: { frame: { id: number; picture: () => Promise<unknown> } }) => {
      frames.push(frame.id);
      await frame.picture();
      return frames.length < 3 ? turn({ type: "wait", ms: frames.length }) : endTurn();
    },
  };
  await run(parts, planner);
  expect(frames).toHaveLength(3);
  expect(parts.desktop.pictured).toEqual(frames);
  expect(new Set(frames).size).toBe(3);
});

test("a journal slower than the frame may be old: nothing is handed out any more", async () => {
  const parts = bench();
  const { journal, clock } = parts;
  const slow = async (runId: string): Promise<void> => {
    clock.advanceMs(limits({}).frameAgeMsMax + 1);
    journal.records.push({ kind: "intent", runId });
  };
  Object.defineProperty(journal, "intent", { value: slow });
  const { lines } = await run(parts, scriptedPlanner([turn(click)]), { policy: one });
  expect(refusedWith(lines)).toContain("frame_too_old");
  expect(bodies(lines, "dispatch")).toEqual([]);
});

test("the run's own nonce is a spent one for an action", async () => {
  const parts = bench();
  let first = "";
  const hooks = {
    ...effects({ class: "external" }),
    confirmRun: async ({ preview, digest }: { preview: { nonce: string }; digest: string }) => {
      first = preview.nonce;
      const approve = { actor: "operator", decision: "approve" as const, nonce: preview.nonce, previewDigest: digest };
      return { ...approve, expiresAtMs: parts.clock.wallMs() + 1000 };
    },
    confirmAction: async ({ digest }: { digest: string }) => ({
      actor: "operator",
      decision: "approve" as const,
      nonce: first,
      previewDigest: digest,
      expiresAtMs: parts.clock.wallMs() + 1000,
    }),
  };
  const { lines } = await run(parts, scriptedPlanner([turn(click)]), { policy: one, hooks });
  expect(refusedWith(lines)).toContain("decision_replayed");
});

test("a focus that never comes back is waited for so often, and no oftener", async () => {
  const parts = bench();
  const { world } = parts.desktop;
  const lost = after(() => void (world.observation = away(world.observation)), { type: "wait", ms: 1 });
  const { lines, status } = await run(parts, scriptedPlanner([lost]), { policy: { limits: limits({ durationMsMax: 600_000 }) } });
  expect(status).toBe("refused");
  expect(bodies(lines, "refuse").filter(({ codes }) => codes.includes("focus_root"))).toHaveLength(bounds.framingAttemptsMax);
});

test("the policy ends while the verifier works: the run is not complete", async () => {
  const parts = bench();
  const hooks = {
    verifyCompletion: async () => {
      parts.clock.advanceMs(5000);
      return {
        verifier: "file-verifier",
        checks: [{ name: "result", passed: true, evidenceDigest: "a".repeat(64) }],
        outputs: [],
      };
    },
  };
  const notAfter = new Date(parts.clock.wallMs() + 4000).toISOString().replace(/\.\d+/, "");
  const { status, codes } = await run(parts, scriptedPlanner([endTurn()]), { policy: { notAfter }, hooks });
  expect({ status, codes }).toEqual({ status: "refused", codes: ["policy_expired"] });
});

test("the policy cannot be changed by the very first hook that is handed it", async () => {
  const parts = bench();
  const frozen: boolean[] = [];
  const hooks = {
    observeTarget: async ({ policy }: { policy: object }) => {
      frozen.push(
        Object.isFrozen(policy),
        ...Object.values(policy).map((part) => typeof part !== "object" || Object.isFrozen(part)),
      );
      return parts.desktop.world.observation;
    },
  };
  await run(parts, scriptedPlanner([endTurn()]), { policy: one, hooks });
  expect(frozen.length).toBeGreaterThan(10);
  expect(frozen).not.toContain(false);
});

test("a ledger that answers when the run is over leaves the display to others", async () => {
  const parts = bench();
  let leases = 0;
  let answer: (() => void) | undefined;
  Object.defineProperty(parts.desktop, "lease", { value: async () => ((leases += 1), "held") });
  const late = new Promise<"opened">((resolve) => {
    answer = () => resolve("opened");
  });
  Object.defineProperty(parts.journal, "open", {
    value: async () => {
      // The loop sets the deadline once it has asked.
      await new Promise((resolve) => setImmediate(resolve));
      parts.clock.advanceMs(3_600_000);
      return late;
    },
  });
  const { status } = await run(parts, scriptedPlanner([endTurn()]));
  expect(status).not.toBe("completed");
  answer?.();
  await new Promise((resolve) => setImmediate(resolve));
  expect(leases).toBe(0);
});

test("effects that come after their deadline do not stand in for those of the next action", async () => {
  const parts = bench();
  const named = (file: string) => ({ class: "external" as const, origins: [], reads: [], writes: [file], complete: true });
  let late: (() => void) | undefined;
  let asked = 0;
  const checked: string[][] = [];
  const hooks = {
    resolveEffects: async () => {
      asked += 1;
      if (asked > 1) return named("/task/out/second");
      return new Promise<ReturnType<typeof named>>((resolve) => {
        late = () => resolve(named("/task/out/first"));
        parts.clock.advanceMs(60_000);
      });
    },
    confirmAction: async ({ preview, digest }: { preview: { nonce: string }; digest: string }) => {
      late?.();
      await new Promise((resolve) => setImmediate(resolve));
      const approve = { actor: "operator", decision: "approve" as const, nonce: preview.nonce, previewDigest: digest };
      return { ...approve, expiresAtMs: parts.clock.wallMs() + 1000 };
    },
    observeChanges: async ({ effects: { writes } }: { effects: { writes: string[] } }) => {
      checked.push([...writes]);
      return { origins: [], writes: [] };
    },
  };
  const { status } = await run(parts, scriptedPlanner([turn(click), turn({ ...click, count: 2 }), endTurn()]), { hooks });
  expect(status).toBe("completed");
  expect(checked).toEqual([["/task/out/second"]]);
});
