import { expect, test } from "vitest";
import { ComputerUseAgent, ComputerUseError } from "../../src/agent/index.ts";
import type { AgentParts } from "../../src/agent/agent.ts";
import { fakeHost, fakePolicy, scriptedPlanner, seededNonces } from "../../src/agent/testing/index.ts";
import type { ComputerUseRunPolicy } from "../../src/contract/policy.ts";
import { bench } from "./run.ts";

const parts = (): AgentParts => {
  const { clock, desktop, journal, receipts } = bench();
  return {
    clock,
    desktop,
    journal,
    receipts,
    nonces: seededNonces(1),
    planner: scriptedPlanner([]),
    hooks: fakeHost(desktop, clock),
  };
};
const thrown = (act: () => unknown): ComputerUseError => {
  try {
    act();
  } catch (error) {
    if (error instanceof ComputerUseError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
};

const hookNames = [
  "observeTarget",
  "attestConfinement",
  "confirmRun",
  "confirmAction",
  "stepUp",
  "resolveEffects",
  "observeChanges",
  "verifyCompletion",
  "cleanUp",
] as const;

test.each([...hookNames, "identity"] as const)("construction throws when %s is undefined (K1)", (name) => {
  const given = parts();
  const error = thrown(() => new ComputerUseAgent({ ...given, hooks: { ...given.hooks, [name]: undefined } }));
  expect(error.code).toBe("hooks_absent");
  expect(error.message).toBe(`the host's hooks are not complete; missing: ${name}. Supply each of them: none has a default.`);
});

test("construction names every missing hook at once, and takes no hooks at all for all of them missing", () => {
  const given = parts();
  expect(thrown(() => new ComputerUseAgent({ ...given, hooks: undefined as never })).message).toContain(
    `identity, ${hookNames.join(", ")}`,
  );
  expect(thrown(() => new ComputerUseAgent(undefined as never)).code).toBe("hooks_absent");
});

test.each(["clock", "nonces", "desktop", "planner", "journal", "receipts"] as const)(
  "construction throws when the port %s is absent",
  (name) => {
    const error = thrown(() => new ComputerUseAgent({ ...parts(), [name]: undefined }));
    expect(error).toMatchObject({ code: "port_absent", message: `the agent needs these ports as well: ${name}` });
  },
);

test("a planner without an identity is refused: it could stand in the policy unseen", () => {
  expect(thrown(() => new ComputerUseAgent({ ...parts(), planner: scriptedPlanner([], "") })).code).toBe("port_absent");
});

test.each([
  { name: "no policy", options: {} as never, code: "policy_absent" },
  { name: "no options", options: undefined as never, code: "policy_absent" },
  {
    name: "a challenge that is no 32 hex digits",
    options: { policy: fakePolicy(), challenge: "CAFE" },
    code: "challenge_malformed",
  },
])("run throws on $name", ({ options, code }) => {
  expect(thrown(() => new ComputerUseAgent(parts()).run("task", options)).code).toBe(code);
});

test.each([{ task: undefined as never }, { task: "x".repeat(65_537) }])(
  "run throws on a task that is no string of bounded length",
  ({ task }) => {
    expect(thrown(() => new ComputerUseAgent(parts()).run(task, { policy: fakePolicy() })).code).toBe("task_malformed");
  },
);

test.each<{ where: string; policy: Partial<ComputerUseRunPolicy> }>([
  { where: "confirmers.run", policy: { confirmers: { run: ["scripted-planner"], action: [], stepUp: [] } } },
  { where: "confirmers.action", policy: { confirmers: { run: ["operator"], action: ["scripted-planner"], stepUp: [] } } },
  { where: "confirmers.stepUp", policy: { confirmers: { run: ["operator"], action: [], stepUp: ["scripted-planner"] } } },
  { where: "verifiers", policy: { completion: { requiredChecks: ["result"], verifiers: ["scripted-planner"] } } },
])("a policy that lists the planner in $where opens no run", async ({ policy }) => {
  const given = parts();
  const outcome = await new ComputerUseAgent(given).run("task", { policy: fakePolicy(policy) }).outcome;
  expect(outcome).toMatchObject({ status: "refused", codes: ["policy_invalid"], receipt: undefined });
  expect(outcome.problems).toEqual(["policy: the planner scripted-planner may be neither a confirmer nor a verifier"]);
});

test("an invalid policy says what is wrong, opens nothing and writes nothing", async () => {
  const { clock, desktop, journal, receipts } = bench();
  const agent = new ComputerUseAgent({ ...parts(), clock, desktop, journal, receipts });
  const outcome = await agent.run("task", { policy: { ...fakePolicy(), extra: true } as never }).outcome;
  expect(outcome).toMatchObject({
    status: "refused",
    codes: ["policy_invalid"],
    problems: ["policy: extra is no field of this version; remove it"],
  });
  expect([journal.records, receipts.records]).toEqual([[], []]);
});
