import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ComputerUseRunPolicy } from "../../../dist/contract/policy.js";
import { attempt, counting, openWorld, type World } from "./world.ts";

/** Policies and hosts that are not whole: refused before anything is opened, by the name of what is wrong. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await world.close();
});

type Change = (policy: ComputerUseRunPolicy) => unknown;
const limit =
  (changed: object): Change =>
  (policy) => ({ ...policy, limits: { ...policy.limits, ...changed } });
const read =
  (path: string): Change =>
  (policy) => ({ ...policy, files: { ...policy.files, read: [{ path, kind: "file" }] } });
const origins =
  (...list: string[]): Change =>
  (policy) => ({ ...policy, network: { origins: list } });
const first = (policy: ComputerUseRunPolicy): ComputerUseRunPolicy["windows"][number] => {
  const [window] = policy.windows;
  if (window === undefined) throw new Error("the fixture's policy has a window");
  return window;
};

const policies: readonly { name: string; change: Change; says: RegExp }[] = [
  { name: "an unknown field", change: (policy) => ({ ...policy, allowEverything: true }), says: /allowEverything/ },
  { name: "a missing field", change: (policy) => ({ ...policy, popups: undefined }), says: /popups/ },
  { name: "an unknown version", change: (policy) => ({ ...policy, policyVersion: 2 }), says: /policyVersion/ },
  {
    name: "a wildcard in an application",
    change: (policy) => ({ ...policy, applications: [{ path: "/task/app/*", sha256: null }] }),
    says: /applications\[0\]\.path/,
  },
  { name: "a wildcard in an origin", change: origins("https://*.example"), says: /network\.origins\[0\]/ },
  { name: "a relative path", change: read("task/in"), says: /files\.read\[0\]\.path/ },
  { name: "a path with ..", change: read("/task/in/../out"), says: /files\.read\[0\]\.path/ },
  { name: "an origin with a path", change: origins("https://example.test/a"), says: /network\.origins\[0\]/ },
  { name: "an origin in capitals", change: origins("https://Example.test"), says: /network\.origins\[0\]/ },
  { name: "an origin with its default port", change: origins("https://example.test:443"), says: /network\.origins\[0\]/ },
  { name: "a limit of zero", change: limit({ actionsMax: 0 }), says: /limits\.actionsMax/ },
  { name: "a huge limit", change: limit({ actionsMax: 1e12 }), says: /limits\.actionsMax/ },
  { name: "a limit that is no whole number", change: limit({ stepsMax: 1.5 }), says: /limits\.stepsMax/ },
  { name: "an infinite limit", change: limit({ durationMsMax: Infinity }), says: /limits\.durationMsMax/ },
  {
    name: "a missing limit",
    change: (policy) => ({ ...policy, limits: { ...policy.limits, interruptMsMax: undefined } }),
    says: /limits\.interruptMsMax/,
  },
  { name: "the same window twice", change: (policy) => ({ ...policy, windows: [first(policy), first(policy)] }), says: /windows/ },
  {
    name: "one window with two titles",
    change: (policy) => ({ ...policy, windows: [first(policy), { ...first(policy), title: "other" }] }),
    says: /windows.*once/,
  },
  {
    name: "a title with a line break",
    change: (policy) => ({ ...policy, windows: [{ ...first(policy), title: "a\nb" }] }),
    says: /windows\[0\]\.title/,
  },
  {
    name: "the planner as its own confirmer",
    change: (policy) => ({ ...policy, confirmers: { ...policy.confirmers, action: ["bad-input-planner"] } }),
    says: /planner bad-input-planner/,
  },
  {
    name: "the planner as its own verifier",
    change: (policy) => ({ ...policy, completion: { ...policy.completion, verifiers: ["bad-input-planner"] } }),
    says: /planner bad-input-planner/,
  },
  { name: "no policy at all, but a list", change: () => [], says: /policy/ },
];

test.each(policies)("$name: policy_invalid, naming the field; no run is opened", async ({ change, says }) => {
  const policy = change(await world.policy());
  const { result, seen } = await counting(world, async () => attempt(world, { policy }));
  expect(result.outcome).toMatchObject({ status: "refused", codes: ["policy_invalid"], receipt: undefined, runId: undefined });
  expect(result.outcome?.problems.join("\n")).toMatch(says);
  expect(result.events).toEqual([]);
  expect(seen).toEqual({ target: 0, raw: 0 });
});

describe("hooks", () => {
  const names = [
    "observeTarget",
    "attestConfinement",
    "confirmRun",
    "confirmAction",
    "stepUp",
    "resolveEffects",
    "observeChanges",
    "verifyCompletion",
    "cleanUp",
    "identity",
  ];
  test.each(names)("without %s construction throws hooks_absent and names it", async (name) => {
    const { result, seen } = await counting(world, async () => attempt(world, { hooks: { [name]: undefined } }));
    expect(result.error).toMatchObject({
      code: "hooks_absent",
      message: expect.stringMatching(new RegExp(`missing: ${name}\\..*none has a default`)),
    });
    expect(result.events).toEqual([]);
    expect(seen).toEqual({ target: 0, raw: 0 });
  });
});
