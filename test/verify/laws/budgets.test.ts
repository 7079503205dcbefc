import { budget, used } from "../../../src/verify/invariants/budget.ts";
import { progress } from "../../../src/verify/invariants/progress.ts";
import { bodyOf, drop, put, table, wait, type Case, type Run } from "./table.ts";

const again = (run: Run) => put(run, ["effectsChecked", 0], bodyOf(run, "journal"));
const close = (us: number) => `journal: it came ${us} us after the last one`;
const many = "journal: it is action 2, at most 1";
const fast = (count: number) => `journal: ${count} actions came in the 60 s before it, at most 1 with it`;
const late = (kind: string) => `${kind}: it came when the run's 1 ms were over`;
const wentOn = {
  tokens: "planned: 31 tokens were used, at most 30, and the run went on",
  output: "planned: one call gave too many output tokens, and the run went on",
  malformed: "planned: usage was malformed, and the run went on",
  time: "planned: one call took 3000001 us, and the run went on",
};
const reported = (inputTokens: number, outputTokens: number) => ({ report: "reported", inputTokens, outputTokens }) as const;
/** The planner's last word ended the run. */
const over = (run: Run) => drop(run, "verifyCompletion", "completionChecked");

table(
  budget,
  ["as many actions as may be", (run) => void (run.policy.limits.actionsMax = 1)],
  ["one action more", (run) => (again(run), wait(run, 1000, "journal", 1), void (run.policy.limits.actionsMax = 1)), many],
  [
    "two actions in a minute, one allowed",
    (run) => (again(run), wait(run, 59_999_999, "journal", 1), void (run.policy.limits.actionsPerMinuteMax = 1)),
    fast(1),
  ],
  [
    "two actions a minute apart, one allowed",
    (run) => (again(run), wait(run, 60_000_000, "journal", 1), void (run.policy.limits.actionsPerMinuteMax = 1)),
  ],
  [
    "as many actions in a minute as may be",
    (run) => (again(run), wait(run, 1000, "journal", 1), void (run.policy.limits.actionsPerMinuteMax = 2)),
  ],
  ["two actions 1 us closer than they may", (run) => (again(run), wait(run, 999, "journal", 1)), close(999)],
  ["two actions as close as they may", (run) => (again(run), wait(run, 1000, "journal", 1))],
  ["as many planner calls as may be", (run) => void (run.policy.limits.stepsMax = 2)],
  ["one planner call more", (run) => void (run.policy.limits.stepsMax = 1), "plan: more than 1 planner calls"],
  ["as many tokens as may be", (run) => void (run.policy.limits.tokensMax = 30)],
  [
    "one token more",
    (run) => {
      run.policy.limits.tokensMax = 30;
      bodyOf(run, "planned").answer.usage = reported(11, 5);
    },
    wentOn.tokens,
  ],
  [
    "one token more, and the run ended",
    (run) => {
      run.policy.limits.tokensMax = 30;
      bodyOf(run, "planned").answer.usage = reported(11, 5);
      over(run);
    },
  ],
  ["as much output as may be", (run) => void (bodyOf(run, "planned").answer.usage = reported(1, 1000))],
  ["one output token more", (run) => void (bodyOf(run, "planned").answer.usage = reported(1, 1001)), wentOn.output],
  [
    "one output token more, and the run ended",
    (run) => (void (bodyOf(run, "planned", 1).answer.usage = reported(1, 1001)), over(run)),
  ],
  ["usage was not reported", (run) => void (bodyOf(run, "planned").answer.usage = { report: "absent" } as never)],
  [
    "usage was not reported, and is charged in full",
    (run) => {
      run.policy.limits.tokensMax = 1014;
      bodyOf(run, "planned").answer.usage = { report: "absent" } as never;
    },
    "planned: 1015 tokens were used, at most 1014, and the run went on",
  ],
  [
    "usage that is not one says more output than allowed",
    (run) => void (bodyOf(run, "planned").answer.usage = { report: "absent", outputTokens: 1001 } as never),
  ],
  ["usage was malformed", (run) => void (bodyOf(run, "planned").answer.usage = { report: "malformed" } as never), wentOn.malformed],
  [
    "usage was malformed, and the run ended",
    (run) => (void (bodyOf(run, "planned", 1).answer.usage = { report: "malformed" } as never), over(run)),
  ],
  ["a call as long as may be", (run) => wait(run, 3_000_000, "planned")],
  ["a call 1 us longer", (run) => wait(run, 3_000_001, "planned"), wentOn.time],
  ["a call 1 us longer, and the run ended", (run) => (wait(run, 3_000_001, "planned", 1), over(run))],
  ["an answer without a call", (run) => drop(run, "plan")],
  ...(["plan", "journal", "dispatch", "verifyCompletion"] as const).flatMap((kind): readonly Case[] => {
    const only = (run: Run) => (
      drop(run, ...(["plan", "journal", "dispatch", "verifyCompletion"] as const).filter((other) => other !== kind)),
      void (run.policy.limits.durationMsMax = 1)
    );
    return [
      [`${kind} as the time was up`, (run) => (only(run), wait(run, 1000, kind, -1)), late(kind)],
      [`${kind} 1 us before the time was up`, (run) => (only(run), wait(run, 999, kind, -1))],
    ];
  }),
  ["nothing happened", (run) => void (run.events = [])],
);

const usedIn = (run: Run) => bodyOf(run, "end").used;
table(
  used,
  ["another number of steps", (run) => void (usedIn(run).steps += 1), "end: it says another number of steps"],
  ["another number of actions", (run) => void (usedIn(run).actions += 1), "end: it says another number of actions"],
  [
    "another number of actions in the last minute",
    (run) => void (usedIn(run).actionsInWindow -= 1),
    "end: it says another number of actions in the last 60 s",
  ],
  ["another duration", (run) => void (usedIn(run).durationMs += 1), "end: it says another duration"],
  ["another number of tokens", (run) => void (usedIn(run).tokens -= 1), "end: it says another number of tokens"],
  [
    "the last action was a minute ago",
    (run) => (wait(run, 60_000_000, "journaled"), Object.assign(usedIn(run), { durationMs: 60_000, actionsInWindow: 0 })),
  ],
  [
    "the last action was almost a minute ago",
    (run) => (wait(run, 59_999_999, "journaled"), Object.assign(usedIn(run), { durationMs: 60_000 })),
  ],
  ["1 us is a whole ms", (run) => (wait(run, 1, "end"), Object.assign(usedIn(run), { durationMs: 1 }))],
  [
    "what came after it does not count",
    (run) => put(run, ["end", 0], bodyOf(run, "plan"), bodyOf(run, "planned"), bodyOf(run, "journal")),
  ],
);

const type = (text: Record<string, unknown>) => ({ form: "action", action: { type: "type", text } });
const text = (sameAsPrevious: boolean | null, commitment = "0", length = 1) => ({
  commitment: commitment.repeat(64),
  sameAsPrevious,
  withinBound: true,
  length,
});
/** The same turn over and over, each on a frame that equals the one before. */
const turns = (run: Run, ...proposals: readonly unknown[][]): void => {
  const [capture, captured, plan, planned] = (["capture", "captured", "plan", "planned"] as const).map((kind) =>
    structuredClone(bodyOf(run, kind)),
  );
  run.events = proposals.flatMap((given, id) =>
    [
      capture,
      {
        ...captured,
        frame: {
          ...(captured as ReturnType<typeof bodyOf<"captured">>).frame,
          id,
          comparedTo: id === 0 ? null : id - 1,
          equal: id === 0 ? null : true,
        },
      },
      { ...plan, frameId: id },
      { ...planned, answer: { ...(planned as ReturnType<typeof bodyOf<"planned">>).answer, proposals: given } },
    ].map((body) => ({ at: 1_000_000, body: structuredClone(body) as never })),
  );
  put(run, ["planned", -1], plan);
};
const third = "planned: it is the same proposal for the 3rd time, and the run went on";
const waits = { form: "action", action: { type: "wait", ms: 1 } };
table(
  progress,
  ["the same twice", (run) => turns(run, [waits], [waits])],
  ["the same three times", (run) => turns(run, [waits], [waits], [waits]), third],
  ["nothing three times", (run) => turns(run, [], [], []), third],
  ["the same three times, and the run ended", (run) => (turns(run, [waits], [waits], [waits]), void run.events.pop())],
  ["another in between", (run) => turns(run, [waits], [waits, waits], [waits])],
  ["another value", (run) => turns(run, [waits], [{ ...waits, action: { type: "wait", ms: 2 } }], [waits])],
  [
    "another frame in between",
    (run) => (turns(run, [waits], [waits], [waits]), void (bodyOf(run, "captured", 1).frame.equal = false)),
  ],
  [
    "compared with an older frame",
    (run) => (turns(run, [waits], [waits], [waits]), void (bodyOf(run, "captured", 2).frame.comparedTo = 0)),
  ],
  [
    "the same text, blinded anew",
    (run) => turns(run, [type(text(null, "0"))], [type(text(true, "1"))], [type(text(true, "2"))]),
    third,
  ],
  ["another text", (run) => turns(run, [type(text(null, "0"))], [type(text(false, "1"))], [type(text(false, "2"))])],
  ["a text of another length", (run) => turns(run, [type(text(null, "0"))], [type(text(true, "1", 2))], [type(text(true, "2"))])],
  [
    "an unknown part named otherwise",
    (run) =>
      turns(run, [{ form: "malformed", unknown: 1 }], [{ form: "malformed", unknown: 2 }], [{ form: "malformed", unknown: null }]),
    third,
  ],
  ["a field that is nothing", (run) => turns(run, [{ form: "x", a: null }], [{ form: "x", a: {} }], [{ form: "x", a: null }])],
  ["a list that is an object", (run) => turns(run, [{ form: "x", a: [1] }], [{ form: "x", a: { 0: 1 } }], [{ form: "x", a: [1] }])],
  ["no call and no frame", (run) => (turns(run, [waits], [waits], [waits]), drop(run, "captured"))],
);
