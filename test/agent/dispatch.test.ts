import { expect, test } from "vitest";
import type { Action } from "../../src/contract/actions.ts";
import type { Admission } from "../../src/contract/outputs.ts";
import { primitiveDigest, sealAction } from "../../src/core/index.ts";
import type { RunContext } from "../../src/agent/context.ts";
import { dispatch } from "../../src/agent/perform/dispatch.ts";
import { createSecrets } from "../../src/agent/secrets.ts";
import { fakeHost, fakePolicy, scriptedPlanner, seededNonces } from "../../src/agent/testing/index.ts";
import { bench } from "./run.ts";

/** A run that is about to dispatch what was admitted, with `held` in the vault as the primitive to send. */
const about = (admitted: Action, held: Action, edit: (admission: Admission) => Admission = (same) => same) => {
  const { clock, desktop, journal } = bench();
  const policy = fakePolicy();
  const secrets = createSecrets(policy.runId, new Uint8Array(32));
  const { target, ...rest } = desktop.world.observation;
  if (target.state !== "viewable") throw new Error("the fake world has a target");
  const place = { policy, observation: undefined, turn: 0, index: 0, previous: undefined, commit: secrets.commit };
  const action = sealAction(admitted, place);
  const run: RunContext = {
    task: "",
    policy,
    policyDigest: "0".repeat(64),
    challenge: null,
    ports: { clock, nonces: seededNonces(1), desktop, planner: scriptedPlanner([]), journal, hooks: fakeHost(desktop, clock) },
    secrets,
    vault: {
      journaled: true,
      leased: true,
      problems: [],
      turn: 1,
      previous: [],
      executed: 0,
      stoppedAt: null,
      clipboards: new Map(),
      proposal: 0,
      actions: [held],
      raw: desktop.world.observation,
      observation: { ...rest, target: { ...target, tuple: 0, application: { policyIndex: 0 }, title: { policyIndex: 0 } } },
    },
  };
  const admission = edit({
    admission: 0,
    sequence: 0,
    nonce: "0".repeat(32),
    previewDigest: "0".repeat(64),
    frameId: 0,
    window: 0,
    primitiveDigest: primitiveDigest(action),
    action,
    notAfterUs: Number.MAX_SAFE_INTEGER,
  });
  const request = { kind: "dispatch", untilUs: 0, admission } as const;
  return {
    desktop,
    send: async () => {
      await desktop.capture({ scope: "display", ignore: [], settle: undefined, compareTo: null });
      return dispatch(run, request, new AbortController().signal);
    },
  };
};

const click = (x: number): Action => ({
  type: "click",
  point: { x, y: 150, space: "display" },
  button: "left",
  count: 1,
  modifiers: [],
});
const type = (text: string): Action => ({ type: "type", text });

/** The executor derives again what was admitted from what it is about to send: a bug of ours must not become an input. */
test.each<{ name: string; admitted: Action; held: Action }>([
  { name: "another point", admitted: click(150), held: click(151) },
  { name: "another text of the same length", admitted: type("abc"), held: type("abd") },
  { name: "another type of action", admitted: type("abc"), held: { type: "paste", text: "abc" } },
])("$name than was admitted is not sent", async ({ admitted, held }) => {
  const { desktop, send } = about(admitted, held);
  await expect(send()).rejects.toThrow(/not the one that was admitted; nothing was sent/);
  expect(desktop.dispatched).toEqual([]);
});

test("an admission whose digest is of another primitive is not sent", async () => {
  const { desktop, send } = about(click(150), click(150), (admission) => ({ ...admission, primitiveDigest: "f".repeat(64) }));
  await expect(send()).rejects.toThrow(/not the one that was admitted/);
  expect(desktop.dispatched).toEqual([]);
});

test.each([click(150), type("abc")])("exactly what was admitted is handed to the executor, once", async (action) => {
  const { desktop, send } = about(action, action);
  await send();
  expect(desktop.dispatched.map(({ primitive }) => primitive)).toEqual([action]);
});
