import { after, click, type Case } from "./case.ts";

const fail = (): never => {
  throw new Error("the disk is full");
};

export const opening: readonly Case[] = [
  {
    code: "policy_invalid",
    when: "the executor does not support a listed action",
    world: ({ desktop }) => {
      desktop.supported = ["screenshot"];
    },
  },
  {
    code: "policy_invalid",
    when: "more than a tenth of the display is ignored",
    policy: {
      frame: {
        scope: "display",
        settle: { quietMs: 50, maxMs: 2000 },
        unsettled: "refuse",
        ignore: [{ x: 0, y: 0, width: 800, height: 61 }],
      },
    },
  },
  { code: "policy_expired", when: "the policy ended before the run", policy: { notAfter: "2026-01-01T00:00:00Z" } },
  {
    code: "policy_example_failed",
    when: "an example expects a refusal that the policy does not give",
    policy: {
      examples: [
        { name: "no-clicks", action: "click", origins: [], reads: [], writes: [], expect: { refuse: ["action_type_not_allowed"] } },
      ],
    },
  },
  { code: "run_id_reused", when: "the ledger holds the run id", world: ({ journal }) => void journal.open({ runId: "run-1" }) },
  {
    code: "display_busy",
    when: "another run holds the lease",
    world: ({ desktop }) => {
      desktop.world.lease = "busy";
    },
  },
  {
    code: "display_unknown",
    when: "the lease cannot be taken",
    world: ({ desktop }) => {
      desktop.lease = async () => fail();
    },
  },
  {
    code: "egress_gate_absent",
    when: "origins are listed and no gate runs",
    policy: { network: { origins: ["https://a.example"] } },
  },
  {
    code: "journal_unavailable",
    when: "the run cannot be journaled",
    world: ({ journal }) => {
      journal.open = async () => fail();
    },
  },
  {
    code: "journal_unavailable",
    when: "an intent cannot be journaled",
    world: ({ journal }) => {
      journal.intent = async () => fail();
    },
  },
  {
    code: "journal_unavailable",
    when: "an outcome cannot be journaled",
    world: ({ journal }) => {
      journal.outcome = async () => fail();
    },
  },
  { code: "clock_unknown", when: "the clock goes backwards", turns: ({ clock }) => [after(() => clock.setUs(1), click)] },
  {
    code: "clock_unknown",
    when: "the clock cannot be read",
    turns: ({ clock }) => [
      after(() => {
        clock.wallMs = () => Number.NaN;
      }, click),
    ],
  },
];
