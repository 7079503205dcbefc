import { frame } from "../../../src/verify/invariants/frame.ts";
import { freshFrame, replan } from "../../../src/verify/invariants/fresh-frame.ts";
import { seals } from "../../../src/verify/invariants/seals.ts";
import { bodyOf, cut, drop, move, put, table, wait, type Case, type Run } from "./table.ts";

const frameOf = (run: Run, nth: number) => bodyOf(run, "captured", nth).frame;

table(
  frame,
  ["its id stands twice", (run) => void (frameOf(run, 1).id = 0), "captured: frame 0 was captured before"],
  [
    "it was captured 1 us later",
    (run) => void (frameOf(run, 1).capturedAtUs += 1),
    "captured: it was captured at 1000001 us, after it was handed over",
  ],
  ["it is narrower than the display", (run) => void (frameOf(run, 1).width -= 1), "captured: it is not of the whole display"],
  ["it is lower than the display", (run) => void (frameOf(run, 1).height -= 1), "captured: it is not of the whole display"],
  [
    "it is of the window, as the policy says",
    (run) => {
      run.policy.frame.scope = "window";
      frameOf(run, 1).height -= 1;
    },
  ],
  [
    "nothing was done on it",
    (run) => {
      frameOf(run, 1).height -= 1;
      put(run, ["captured", 1], { kind: "refuse", codes: [], replan: true });
    },
  ],
  [
    "it is the last event",
    (run) => {
      frameOf(run, -1).height -= 1;
      drop(run, "verifyCompletion", "completionChecked", "end", "release", "released", "cleanUp", "cleanedUp", "close");
    },
  ],
);

const missing = "journal: no frame was planned on and captured again before it";
const notFor = "journal: its last frame was not captured for it, after preview and decisions";
const notOn = "journal: it is not on the frame that was planned on";
const old = (what: string, us: number) => `journal: the ${what} frame was ${us} us old, at most 5000000`;
/** The action's frame was captured right before the admission, whenever that is. */
const recaptured = (run: Run) => {
  const { at } = run.events[run.events.findIndex(({ body }) => body.kind === "journal")] ?? { at: 0 };
  frameOf(run, 1).capturedAtUs = at;
};
table(
  freshFrame,
  ...(["capture", "captured", "plan", "previewAction"] as const).map((kind): Case => [
    `there was no ${kind}`,
    (run) => drop(run, kind),
    missing,
  ]),
  ["the planner had no frame", (run) => void cut(run, "captured", 0), missing],
  ["its frame was captured to plan on", (run) => void (bodyOf(run, "capture", 1).purpose = "plan"), notFor],
  [
    "its frame was asked for, and the one before used",
    (run) => {
      cut(run, "captured", 1);
      Object.assign(frameOf(run, 0), { comparedTo: 0, equal: true });
    },
    notFor,
  ],
  [
    "its frame was captured before the step-up",
    (run) => {
      move(run, ["steppedUp", 0], "behind", ["captured", 1]);
    },
    notFor,
  ],
  [
    "its frame was captured before the decision",
    (run) => {
      drop(run, "stepUp", "steppedUp");
      move(run, ["actionDecided", 0], "behind", ["captured", 1]);
    },
    notFor,
  ],
  [
    "its frame was captured before the preview",
    (run) => {
      drop(run, "decideAction", "actionDecided", "stepUp", "steppedUp");
      move(run, ["previewAction", 0], "behind", ["captured", 1]);
    },
    notFor,
  ],
  ["nothing was decided", (run) => drop(run, "decideAction", "actionDecided", "stepUp", "steppedUp")],
  ["only a step-up was given", (run) => drop(run, "decideAction", "actionDecided")],
  [
    "the planner was given another frame",
    (run) => {
      frameOf(run, 0).id = 7;
    },
    notOn,
  ],
  ["it is admitted on another frame", (run) => void (bodyOf(run, "journal").admission.frameId = 1), notOn],
  [
    "it was compared with another frame",
    (run) => void (frameOf(run, 1).comparedTo = 1),
    "journal: its fresh frame was compared with another than the planned one",
  ],
  [
    "it was compared with none",
    (run) => void (frameOf(run, 1).comparedTo = null),
    "journal: its fresh frame was compared with another than the planned one",
  ],
  ["it differed", (run) => void (frameOf(run, 1).equal = false), "journal: its fresh frame did not equal the planned one"],
  [
    "whether it differed is not known",
    (run) => void (frameOf(run, 1).equal = null),
    "journal: its fresh frame did not equal the planned one",
  ],
  [
    "the planned frame is as old as may be",
    (run) => {
      wait(run, 5_000_000, "planned");
      recaptured(run);
    },
  ],
  [
    "the planned frame is 1 us older",
    (run) => {
      wait(run, 5_000_001, "planned");
      recaptured(run);
    },
    old("planned", 5_000_001),
  ],
  [
    "the decision alone took that long",
    (run) => {
      wait(run, 9_000_000, "actionDecided");
      recaptured(run);
    },
  ],
  [
    "the step-up alone took that long",
    (run) => {
      wait(run, 9_000_000, "steppedUp");
      recaptured(run);
    },
  ],
  [
    "the step-up alone took that long, and no decision was asked for",
    (run) => {
      drop(run, "decideAction", "actionDecided");
      wait(run, 9_000_000, "steppedUp");
      recaptured(run);
    },
  ],
  [
    "both took long, and the time between is not taken off",
    (run) => {
      wait(run, 9_000_000, "actionDecided");
      wait(run, 5_000_001, "stepUp");
      wait(run, 9_000_000, "steppedUp");
      recaptured(run);
    },
    old("planned", 5_000_001),
  ],
  [
    "a decision that came before planning is not taken off",
    (run) => {
      put(run, ["runDecided", 0], bodyOf(run, "decideAction"), bodyOf(run, "actionDecided"));
      wait(run, 9_000_000, "actionDecided");
      for (const nth of [0, 2, 3]) frameOf(run, nth).capturedAtUs += 9_000_000;
      wait(run, 5_000_001, "planned");
      recaptured(run);
    },
    old("planned", 5_000_001),
  ],
  [
    "its fresh frame is as old as may be",
    (run) => {
      wait(run, 5_000_000, "observe", 1);
      frameOf(run, 1).capturedAtUs = 1_000_000;
    },
  ],
  [
    "its fresh frame is 1 us older",
    (run) => {
      wait(run, 1_000_000, "planned");
      wait(run, 4_000_001, "journal");
      frameOf(run, 1).capturedAtUs = 1_000_000;
    },
    old("planned", 5_000_001),
    old("fresh", 5_000_001),
  ],
  [
    "its fresh frame alone is too old",
    (run) => {
      wait(run, 6_000_000, "plan");
      frameOf(run, 0).capturedAtUs = 7_000_000;
      frameOf(run, 1).capturedAtUs = 1_999_999;
    },
    old("fresh", 5_000_001),
  ],
  [
    "the planned frame was not at rest",
    (run) => void (frameOf(run, 0).settled = false),
    "journal: the planned frame was not at rest",
  ],
  [
    "it was not at rest, and need not be",
    (run) => {
      run.policy.frame.unsettled = "continue" as never;
      frameOf(run, 0).settled = false;
    },
  ],
);

const stale = "plan: no frame was captured since the last planner call and refusal";
const refusal = { kind: "refuse", codes: [], replan: true };
table(
  replan,
  ["no frame was asked for", (run) => drop(run, "capture"), stale, stale],
  ["no frame was captured", (run) => drop(run, "captured"), stale, stale],
  [
    "it was asked for the planner's last call",
    (run) => void cut(run, "capture", 2),
    "plan: its frame was captured for another purpose",
  ],
  [
    "it was captured for the planner's last call",
    (run) => {
      drop(run, "previewAction", "journal", "dispatch");
      cut(run, "capture", 2);
      cut(run, "captured", 2);
      cut(run, "capture", 1);
      cut(run, "captured", 1);
    },
    stale,
  ],
  ["it was asked for and not captured", (run) => void cut(run, "captured", 0), stale],
  ["the second was asked for and not captured", (run) => void cut(run, "captured", 2), stale],
  ["a refusal came after it was asked for", (run) => put(run, ["capture", 2], refusal), stale],
  ["a refusal came after it was captured", (run) => put(run, ["captured", 2], refusal), stale],
  ["a refusal came before it was asked for", (run) => put(run, ["frameSealed", 0], refusal)],
  [
    "it was captured for another purpose",
    (run) => void (bodyOf(run, "capture", 2).purpose = "admit"),
    "plan: its frame was captured for another purpose",
  ],
  ["it is another", (run) => void (bodyOf(run, "plan", 1).frameId = 1), "plan: it is given another frame than the one captured"],
  ["it was not at rest", (run) => void (frameOf(run, 2).settled = false), "plan: its frame was not at rest"],
  [
    "it was not at rest, and need not be",
    (run) => {
      run.policy.frame.unsettled = "continue" as never;
      frameOf(run, 2).settled = false;
    },
  ],
  ["the run begins with it", (run) => void (run.events = run.events.slice(8))],
);

table(
  seals,
  [
    "nobody asked for a commitment",
    (run) => drop(run, "sealFrame", "frameSealed"),
    "previewAction: frame 0 was never committed to",
  ],
  [
    "it was asked for before the preview",
    (run) => {
      move(run, ["sealFrame", 0], "before", ["previewAction", 0]);
      drop(run, "frameSealed");
    },
    "previewAction: frame 0 was never committed to",
  ],
  [
    "another frame was asked for",
    (run) => {
      bodyOf(run, "sealFrame").frameId = bodyOf(run, "frameSealed").frameId = 1;
    },
    "previewAction: frame 0 was never committed to",
    "sealFrame: frame 1 was never previewed",
  ],
  [
    "another frame was answered",
    (run) => void (bodyOf(run, "frameSealed").frameId = 1),
    "frameSealed: another frame was asked for",
  ],
  [
    "nothing was asked right before the answer",
    (run) => move(run, ["observe", 0], "behind", ["sealFrame", 0]),
    "frameSealed: another frame was asked for",
  ],
  [
    "it was committed to twice",
    (run) => put(run, ["frameSealed", 0], bodyOf(run, "sealFrame"), bodyOf(run, "frameSealed")),
    "frameSealed: the frame had a commitment before",
  ],
  ["it was previewed again after its commitment", (run) => put(run, ["frameSealed", 0], bodyOf(run, "previewAction"))],
);
