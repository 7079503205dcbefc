import { describe, expect, test } from "vitest";
import type { ComputerUseRunControlHooks } from "../../../src/agent/hooks.ts";
import { ComputerUseAgent } from "../../../src/agent/index.ts";
import type { Plan } from "../../../src/agent/ports.ts";
import { approving, endTurn, fakeHost, fakePolicy, scriptedPlanner, seededNonces, turn } from "../../../src/agent/testing/index.ts";
import type { RefusalCode } from "../../../src/contract/refusals.ts";
import { click, effects } from "../refusals/case.ts";
import { bench, bodies, run, type Options } from "../run.ts";
import { expectVerifies, firstCodes, junk } from "./junk.ts";

type HookName = Exclude<keyof ComputerUseRunControlHooks, "identity">;

/** What a hook's answer of another shape is refused with. */
const unknownOf: Record<Exclude<HookName, "cleanUp">, RefusalCode> = {
  observeTarget: "target_unknown",
  attestConfinement: "attestation_unknown",
  confirmRun: "run_decision_unknown",
  resolveEffects: "effects_unknown",
  confirmAction: "decision_unknown",
  stepUp: "step_up_unknown",
  observeChanges: "effects_unknown",
  verifyCompletion: "completion_unknown",
};

const destructive = effects({ class: "destructive" });
const asked: readonly (readonly [keyof typeof unknownOf, string, () => unknown])[] = (
  Object.keys(unknownOf) as (keyof typeof unknownOf)[]
).flatMap((name) => junk.map(([what, value]) => [name, what, value] as const));

describe("a hook that answers with something else", () => {
  test.each(asked)("%s answers %s: refused as unknown, and nothing is sent on its word", async (name, _, value) => {
    const parts = bench();
    const hooks = { ...destructive, [name]: async () => value() } as Options["hooks"];
    const ran = await run(parts, scriptedPlanner([turn(click), endTurn(), endTurn()]), { hooks });
    expect(firstCodes(ran)).toEqual([unknownOf[name]]);
    expect(ran.status).not.toBe("failed");
    // What changed, and whether it is done, is asked after an action.
    expect(parts.desktop.dispatched).toHaveLength(name === "observeChanges" || name === "verifyCompletion" ? 1 : 0);
    expectVerifies(ran);
  });

  test.each(junk)("cleanUp answers %s: said in the record, and the run keeps its end", async (_, value) => {
    const ran = await run(bench(), scriptedPlanner([endTurn()]), { hooks: { cleanUp: async () => value() as never } });
    expect(ran.status).toBe("completed");
    expect(bodies(ran.lines, "faulted")).toMatchObject([{ during: "cleanUp", fault: "hook_malformed" }]);
    expectVerifies(ran);
  });
});

const far = 1_900_000_000_000;
describe("prototype tricks", () => {
  test("an approval that a prototype lends is none", async () => {
    const parts = bench();
    const confirmAction: ComputerUseRunControlHooks["confirmAction"] = async (question) =>
      Object.create(await approving("operator", far)(question)) as never;
    const ran = await run(parts, scriptedPlanner([turn(click)]), { hooks: { ...effects({ class: "external" }), confirmAction } });
    expect(firstCodes(ran)).toEqual(["decision_unknown"]);
    expect(parts.desktop.dispatched).toHaveLength(0);
  });

  test.each(["__proto__", "constructor", "toString"])("an approval with a field named %s has another shape", async (key) => {
    const parts = bench();
    const confirmAction: ComputerUseRunControlHooks["confirmAction"] = async (question) =>
      Object.defineProperty(await approving("operator", far)(question), key, { value: {}, enumerable: true });
    const ran = await run(parts, scriptedPlanner([turn(click)]), { hooks: { ...effects({ class: "external" }), confirmAction } });
    expect(firstCodes(ran)).toEqual(["decision_unknown"]);
    expect(parts.desktop.dispatched).toHaveLength(0);
  });

  test("a getter that says deny when it is checked and approve later has said deny", async () => {
    const parts = bench();
    let reads = 0;
    const confirmAction: ComputerUseRunControlHooks["confirmAction"] = async (question) =>
      Object.defineProperty(await approving("operator", far)(question), "decision", {
        get: () => ((reads += 1) === 1 ? "deny" : "approve"),
        enumerable: true,
      });
    const ran = await run(parts, scriptedPlanner([turn(click)]), { hooks: { ...effects({ class: "external" }), confirmAction } });
    expect([firstCodes(ran), reads]).toEqual([["decision_denied"], 1]);
  });

  test("a policy that is changed after the run began changes nothing", async () => {
    const parts = bench();
    const policy = structuredClone(fakePolicy());
    let seen: unknown;
    const plan = async (): Promise<Plan> => {
      policy.actions.push("clipboard_read", "drag");
      policy.limits.actionsMax = 100_000;
      policy.windows.length = 0;
      policy.confirmers.action.push("passer-by");
      return turn({ type: "clipboard_read" });
    };
    const hooks = fakeHost(parts.desktop, parts.clock, {
      resolveEffects: async (request) => {
        seen = request.policy;
        return effects({}).resolveEffects(request);
      },
    });
    const given = { ...parts, nonces: seededNonces(1), planner: { identity: "planner", plan }, hooks };
    const outcome = await new ComputerUseAgent(given).run("task", { policy }).outcome;
    const [record] = parts.receipts.records;
    expect(outcome.status).toBe("budget_exhausted");
    expect(record?.policy).toEqual(fakePolicy());
    expect(record?.events.filter((line) => line.includes("action_type_not_allowed")).length).toBeGreaterThan(0);
    expect(parts.desktop.dispatched).toHaveLength(0);
    expect(seen).toBeUndefined();
  });

  test("the policy that hooks are handed cannot be changed by them", async () => {
    const parts = bench();
    const resolveEffects: ComputerUseRunControlHooks["resolveEffects"] = async (request) => {
      request.policy.confirmers.action.push("passer-by");
      return effects({}).resolveEffects(request);
    };
    const ran = await run(parts, scriptedPlanner([turn(click)]), { hooks: { resolveEffects } });
    expect(firstCodes(ran)).toEqual(["effects_unknown"]);
    expect(parts.desktop.dispatched).toHaveLength(0);
  });
});
