import { completion } from "../../../src/verify/invariants/completion.ts";
import { planner } from "../../../src/verify/invariants/planner.ts";
import { bodyOf, cut, drop, move, table, type Case, type Run } from "./table.ts";

const resultIn = (run: Run) => {
  const { result } = bodyOf(run, "completionChecked");
  if (result === "absent") throw new Error("a result was expected");
  return result;
};
const evidenceDigest = "a".repeat(64);
const none = "end: no verifier's result came before it";
const stale = "end: no frame was captured for it after the planner's last word";

table(
  completion,
  ...(["verifyCompletion", "completionChecked", "captured", "capture", "planned"] as const).map((kind): Case => [
    `there is no ${kind}`,
    (run) => drop(run, kind),
    none,
  ]),
  ["the verifier did not answer", (run) => void (bodyOf(run, "completionChecked").result = "absent"), none],
  ["the run was not completed", (run) => (void (bodyOf(run, "end").status = "failed"), drop(run, "completionChecked"))],
  [
    "the planner went on",
    (run) => void (bodyOf(run, "planned", -1).answer.endTurn = false),
    "end: the planner had not asked for the end",
  ],
  ["its frame was captured to plan on", (run) => void (bodyOf(run, "capture", -1).purpose = "plan"), stale],
  ["the planner spoke after its frame was asked for", (run) => move(run, ["planned", -1], "behind", ["capture", -1]), stale],
  [
    "its frame was asked for and not captured",
    (run) => {
      cut(run, "captured", -1);
      bodyOf(run, "verifyCompletion").frameId = 2;
    },
    stale,
  ],
  [
    "it was verified on the frame before",
    (run) => void (bodyOf(run, "verifyCompletion").frameId = 2),
    "end: it was verified on another frame",
  ],
  [
    "the answer came before the question",
    (run) => move(run, ["completionChecked", 0], "before", ["verifyCompletion", 0]),
    "end: the verifier's result is of an earlier question",
  ],
  ["an unknown verifier", (run) => void (resultIn(run).verifier = null), "end: its verifier is not listed"],
  ["a verifier past the end of the list", (run) => void (resultIn(run).verifier = 1), "end: its verifier is not listed"],
  [
    "a second required check is missing",
    (run) => {
      run.policy.completion.requiredChecks = ["result", "other"];
      resultIn(run).checks.push({ required: null, passed: true, evidenceDigest });
    },
    "end: required checks did not pass: other",
  ],
  [
    "a second required check failed",
    (run) => {
      run.policy.completion.requiredChecks = ["result", "other"];
      resultIn(run).checks.push({ required: 1, passed: false, evidenceDigest });
    },
    "end: required checks did not pass: other",
    "end: a required check failed",
  ],
  [
    "a required check passed, and failed as well",
    (run) => {
      resultIn(run).checks.push({ required: 0, passed: false, evidenceDigest });
    },
    "end: a required check failed",
  ],
  [
    "a check that nobody asked for failed",
    (run) => void resultIn(run).checks.push({ required: null, passed: false, evidenceDigest }),
  ],
  [
    "two required checks passed",
    (run) => {
      run.policy.completion.requiredChecks = ["result", "other"];
      resultIn(run).checks.push({ required: 1, passed: true, evidenceDigest });
    },
  ],
  [
    "one of two checks has no evidence",
    (run) => void resultIn(run).checks.push({ required: null, passed: true, evidenceDigest: null }),
    "end: a check has no valid evidence",
  ],
);

const clerk = (run: Run): Run => Object.assign(run, { planner: "clerk" });
const both = "opened: the planner clerk is also one who decides, verifies or checks";
table(
  planner,
  ...(["run", "action", "stepUp"] as const).map((what): Case => [
    `it is a confirmer for ${what}`,
    (run) => void clerk(run).policy.confirmers[what].push("clerk"),
    both,
  ]),
  ["it is a verifier", (run) => void clerk(run).policy.completion.verifiers.push("clerk"), both],
  ["it checked independently", (run) => void clerk(run).checkers.push("clerk"), both],
  ["another checked independently", (run) => void clerk(run).checkers.push("fixture-host")],
  ["nothing happened", (run) => void (clerk(run).policy.completion.verifiers.push("clerk"), (run.events = []))],
);
