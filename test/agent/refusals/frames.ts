import { endTurn, turn } from "../../../src/agent/testing/index.ts";
import type { RawCompletion } from "../../../src/contract/effects.ts";
import { limits } from "../limits.ts";
import { after, click, type Case } from "./case.ts";

const verified = (changed: Partial<RawCompletion>) => ({
  hooks: () => ({
    verifyCompletion: async (): Promise<RawCompletion> => ({
      verifier: "file-verifier",
      checks: [{ name: "result", passed: true, evidenceDigest: "a".repeat(64) }],
      outputs: [],
      ...changed,
    }),
  }),
  turns: () => [endTurn()],
});

export const frames: readonly Case[] = [
  {
    code: "frame_changed",
    when: "a pixel changes while the planner thinks",
    turns: ({ desktop }) => [
      after(() => {
        desktop.world.pixels += 1;
      }, click),
    ],
  },
  {
    code: "frame_too_old",
    when: "the planner takes longer than the frame may age",
    turns: ({ clock }) => [after(() => clock.advanceMs(2000), click)],
    policy: { limits: limits({ frameAgeMsMax: 1999 }) },
  },
  {
    code: "frame_too_old",
    when: "journaling takes longer than the frame may age",
    world: ({ journal, clock }) => {
      journal.intent = async () => clock.advanceMs(5001);
    },
  },
  {
    code: "frame_unsettled",
    when: "the screen does not come to rest",
    world: ({ desktop }) => {
      desktop.world.settled = false;
    },
  },
  {
    code: "frame_unknown",
    when: "nothing can be captured",
    world: ({ desktop }) => {
      desktop.capture = async () => {
        throw new Error("no");
      };
    },
  },
  {
    code: "frame_unknown",
    when: "the planned frame is handed out again as the fresh one",
    world: ({ desktop }) => {
      const capture = desktop.capture.bind(desktop);
      desktop.capture = async (request) => ({
        ...(await capture(request)),
        ...(request.settle === undefined ? { id: request.compareTo ?? 0 } : {}),
      });
    },
  },
  {
    code: "completion_model_only",
    when: "no verifier gives a result",
    hooks: () => ({ verifyCompletion: async () => undefined }),
    turns: () => [endTurn()],
  },
  {
    code: "completion_check_failed",
    when: "a check did not pass",
    ...verified({ checks: [{ name: "result", passed: false, evidenceDigest: "a".repeat(64) }] }),
  },
  { code: "completion_check_missing", when: "a check is missing", ...verified({ checks: [] }) },
  {
    code: "completion_evidence_invalid",
    when: "the evidence is no digest",
    ...verified({ checks: [{ name: "result", passed: true, evidenceDigest: "yes" }] }),
  },
  { code: "completion_verifier_not_allowed", when: "the verifier is not listed", ...verified({ verifier: "another" }) },
  {
    code: "completion_unknown",
    when: "verifyCompletion throws",
    hooks: () => ({
      verifyCompletion: async () => {
        throw new Error("no");
      },
    }),
    turns: () => [endTurn(), turn(click)],
  },
];
