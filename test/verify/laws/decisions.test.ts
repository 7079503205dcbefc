import { decision, reobservation, stepUp } from "../../../src/verify/invariants/decision.ts";
import { reuse } from "../../../src/verify/invariants/reuse.ts";
import { runDecision } from "../../../src/verify/invariants/run-decision.ts";
import type { Decision } from "../../../src/contract/decision.ts";
import { bodyOf, drop, move, put, table, type Case, type Run } from "./table.ts";

type Answered = "runDecided" | "actionDecided" | "steppedUp";
const answerIn = (run: Run, kind: Answered): Decision => {
  const { answer } = bodyOf(run, kind);
  if (answer === "absent") throw new Error("an answer was expected");
  return answer;
};

/** What makes any answer no approval. `at` is where it is found, and `wall` what it is then that counts. */
const answers = (kind: Answered, at: string): readonly Case[] => [
  ["it is absent", (run) => void (bodyOf(run, kind).answer = "absent"), `${at}: there is none`],
  ["it denies", (run) => void (answerIn(run, kind).decision = "deny"), `${at}: it is a denial`],
  ["nobody known gave it", (run) => void (answerIn(run, kind).actor = { policyIndex: 1 }), `${at}: its actor is not listed`],
  ["another digest", (run) => void (answerIn(run, kind).previewDigest = "0".repeat(64)), `${at}: it is for another digest`],
  ["another nonce", (run) => void (answerIn(run, kind).nonce = "0".repeat(32)), `${at}: it is for another nonce`],
  ["it ends in this very ms", (run) => void (answerIn(run, kind).expiresAtMs = 1_796_000_000_000), `${at}: it had expired`],
  ["it ends 1 ms later", (run) => void (answerIn(run, kind).expiresAtMs = 1_796_000_000_001)],
];

table(
  runDecision,
  ...answers("runDecided", "runDecided: the run decision"),
  ["nobody was asked", (run) => drop(run, "decideRun", "runDecided"), "capture: no decision on the run came before it"],
  ["nothing was shown", (run) => drop(run, "previewRun"), "capture: no decision on the run came before it"],
  [
    "it came after the first frame",
    (run) => move(run, ["runDecided", 0], "behind", ["captured", 0]),
    "capture: no decision on the run came before it",
  ],
  ["no frame was captured", (run) => drop(run, "capture", "runDecided")],
  [
    "it only looks, and somebody was asked",
    (run) => void Object.assign(run.policy, { actions: ["screenshot"], files: { read: [], write: [] } }),
    "decideRun: a run that only looks asks nobody",
  ],
  [
    "it only looks, and nobody was asked",
    (run) => (
      Object.assign(run.policy, { actions: ["screenshot"], files: { read: [], write: [] } }),
      drop(run, "decideRun", "runDecided")
    ),
  ],
  [
    "it can act, and reach nothing",
    (run) => (void (run.policy.files = { read: [], write: [] }), drop(run, "decideRun", "runDecided")),
    "capture: no decision on the run came before it",
  ],
  ...(["reads", "writes", "reads and writes", "connects"] as const).map((what): Case => [
    `it takes no action, and ${what}`,
    (run) => {
      const { read, write } = run.policy.files;
      run.policy.actions = ["screenshot"];
      run.policy.files = { read: what.startsWith("reads") ? read : [], write: what.endsWith("writes") ? write : [] };
      if (what === "connects") run.policy.network.origins = ["http://127.0.0.1:8080"];
      drop(run, "decideRun", "runDecided");
    },
    "capture: no decision on the run came before it",
  ]),
);

table(
  decision,
  ...answers("actionDecided", "journal: the action's decision"),
  ["nobody was asked", (run) => drop(run, "decideAction", "actionDecided"), "journal: the action's decision: there is none"],
  [
    "it came before its preview",
    (run) => move(run, ["actionDecided", 0], "before", ["previewAction", 0]),
    "journal: the action's decision: there is none",
  ],
  [
    "it came after the admission",
    (run) => move(run, ["actionDecided", 0], "behind", ["journal", 0]),
    "journal: the action's decision: there is none",
  ],
  [
    "a denial was followed by an approval",
    (run) => {
      const approved = structuredClone(bodyOf(run, "actionDecided"));
      answerIn(run, "actionDecided").decision = "deny";
      put(run, ["actionDecided", 0], approved);
    },
  ],
  [
    "it has no effect outside, and nobody was asked",
    (run) => {
      bodyOf(run, "previewAction").preview.effects.class = "none";
      drop(run, "actionDecided");
    },
  ],
  [
    "its effects are not known, and nobody was asked",
    (run) => {
      bodyOf(run, "previewAction").preview.effects.class = null;
      drop(run, "actionDecided");
    },
    "journal: the action's decision: there is none",
  ],
  ["nobody was asked, and it was not admitted", (run) => drop(run, "actionDecided", "journal")],
);

table(
  stepUp,
  ...answers("steppedUp", "journal: the step-up"),
  [
    "the preview's own digest is none of a step-up",
    (run) => void (answerIn(run, "steppedUp").previewDigest = bodyOf(run, "previewAction").digest),
    "journal: the step-up: it is for another digest",
  ],
  ["the decision is no step-up", (run) => drop(run, "steppedUp"), "journal: the step-up: there is none"],
  [
    "an external effect needs none",
    (run) => {
      bodyOf(run, "previewAction").preview.effects.class = "external";
      drop(run, "steppedUp");
    },
  ],
  [
    "a destructive one needs one",
    (run) => {
      bodyOf(run, "previewAction").preview.effects.class = "destructive";
      drop(run, "steppedUp");
    },
    "journal: the step-up: there is none",
  ],
);

const unseen = "journal: nothing was observed after the decision";
table(
  reobservation,
  ["observed only before the decisions", (run) => move(run, ["observed", 1], "before", ["actionDecided", 0]), unseen],
  ["observed between decision and step-up", (run) => move(run, ["observed", 1], "before", ["steppedUp", 0]), unseen],
  [
    "observed between step-up and decision",
    (run) => {
      move(run, ["steppedUp", 0], "before", ["actionDecided", 0]);
      move(run, ["observed", 1], "before", ["actionDecided", 0]);
    },
    unseen,
  ],
  ["observed after both, in the other order", (run) => move(run, ["steppedUp", 0], "before", ["actionDecided", 0])],
  ["observed only after the admission", (run) => move(run, ["observed", 1], "behind", ["journal", 0]), unseen],
  [
    "a decision alone, and nothing observed",
    (run) => {
      drop(run, "steppedUp");
      move(run, ["observed", 1], "before", ["actionDecided", 0]);
    },
    unseen,
  ],
  [
    "a step-up alone, and nothing observed",
    (run) => {
      drop(run, "actionDecided");
      move(run, ["observed", 1], "before", ["steppedUp", 0]);
    },
    unseen,
  ],
  ["nothing was decided, and nothing observed", (run) => drop(run, "actionDecided", "steppedUp", "observed")],
  ["nothing was admitted, and nothing observed", (run) => drop(run, "journal", "observed")],
);

const twice = (kind: "previewRun" | "previewAction" | "journal"): Case => [
  `a ${kind} stands twice`,
  (run) => put(run, [kind, 0], bodyOf(run, kind)),
  ...(kind === "journal"
    ? ["journal: its preview was admitted before", "journal: its number was used before"]
    : [`${kind}: its nonce was used before`, `${kind}: its digest was shown before`]),
];
table(
  reuse,
  twice("previewRun"),
  twice("previewAction"),
  twice("journal"),
  [
    "the action's nonce is the run's",
    (run) => void (bodyOf(run, "previewAction").preview.nonce = bodyOf(run, "previewRun").preview.nonce),
    "previewAction: its nonce was used before",
  ],
  [
    "the action's digest is the run's",
    (run) => void (bodyOf(run, "previewAction").digest = bodyOf(run, "previewRun").digest),
    "previewAction: its digest was shown before",
  ],
);
