import { cancellation } from "../../../src/verify/invariants/cancellation.ts";
import { cleanup } from "../../../src/verify/invariants/cleanup.ts";
import { outcome } from "../../../src/verify/invariants/outcome.ts";
import { refusal } from "../../../src/verify/invariants/refusal.ts";
import { bodyOf, cut, drop, move, put, table, type Case, type Run } from "./table.ts";

const refuse = (replan: boolean, ...codes: readonly string[]) => ({ kind: "refuse", codes, replan });
/** The host's signal came while the planner thought for the last time, and the run ended. */
const cancelled = (run: Run, abortedAt = 1_000_000, acknowledgedAfterUs: number | null = 0, interruptLate = false) => {
  put(run, ["planned", -1], { kind: "cancelled", abortedAt }, refuse(false, "cancelled"));
  drop(run, "verifyCompletion", "completionChecked");
  Object.assign(bodyOf(run, "end"), { status: "cancelled", codes: ["cancelled"], acknowledgedAfterUs, interruptLate });
};
const said = (end: number | null, came: number | null) =>
  `cancelled: the end says ${String(end)} us after it; it came ${String(came)} us after it`;
const late = "cancelled: the end says otherwise whether that was late";
const unsignalled = "end: it says cancelled, and no signal came";
table(
  cancellation,
  ["a signal, and the end", (run) => cancelled(run)],
  ["no end", (run) => (cancelled(run), drop(run, "end")), "cancelled: the run did not end"],
  [
    "an end before it alone",
    (run) => (cancelled(run), move(run, ["end", 0], "before", ["cancelled", 0])),
    "cancelled: the run did not end",
    unsignalled,
  ],
  [
    "something was planned after it",
    (run) => (cancelled(run), put(run, ["refuse", 0], bodyOf(run, "plan"))),
    "cancelled: a plan came after it",
  ],
  ["as late as it may be", (run) => cancelled(run, 500_000, 500_000)],
  ["1 us later, and it says so", (run) => cancelled(run, 499_999, 500_001, true)],
  ["1 us later, and it does not say so", (run) => cancelled(run, 499_999, 500_001), late],
  ["in time, and it says late", (run) => cancelled(run, 500_000, 500_000, true), late],
  ["it says sooner", (run) => cancelled(run, 999_000, 999), said(999, 1000)],
  ["a signal that is noted before its time", (run) => cancelled(run, 1_000_001, 0)],
  ["the run ended as refused, and says no delay", (run) => (cancelled(run, 0, null), void (bodyOf(run, "end").status = "refused"))],
  [
    "the run ended as refused, and says one",
    (run) => (cancelled(run, 0, 1_000_000), void (bodyOf(run, "end").status = "refused")),
    said(1_000_000, null),
  ],
  ["no signal", (run) => (cancelled(run), drop(run, "cancelled")), unsignalled],
  [
    "a signal after the end",
    (run) => (cancelled(run), move(run, ["cancelled", 0], "behind", ["end", 0])),
    "cancelled: the run did not end",
    unsignalled,
  ],
  [
    "a signal after the end, and a refusal",
    (run) => {
      cancelled(run);
      const taken = cut(run, "cancelled")[0]?.body;
      put(run, ["end", 0], taken, refuse(false, "cancelled"));
    },
    "cancelled: the run did not end",
    unsignalled,
  ],
  ["a signal that was not refused with", (run) => (cancelled(run), drop(run, "refuse")), unsignalled],
  [
    "a signal whose refusal came before it",
    (run) => (cancelled(run), move(run, ["refuse", 0], "before", ["cancelled", 0])),
    unsignalled,
  ],
  [
    "two signals, and one was refused with",
    (run) => (
      cancelled(run),
      move(run, ["observe", 1], "before", ["cancelled", 0]),
      put(run, ["observe", -1], bodyOf(run, "cancelled")),
      move(run, ["observe", -1], "before", ["cancelled", -1])
    ),
  ],
);

const notOnce = "end: it was not followed by one release, one clean-up and one close";
const disordered = "end: release, clean-up and close did not come in this order";
table(
  cleanup,
  ["no end", (run) => drop(run, "end"), "opened: the run has no end"],
  ["nothing happened", (run) => void (run.events = [])],
  ["two ends", (run) => put(run, ["end", 0], bodyOf(run, "end")), "end: the run ended twice", "end: a end came after the end"],
  ...(["release", "cleanUp", "close"] as const).flatMap((kind): readonly Case[] => [
    [`two of ${kind}`, (run) => put(run, [kind, 0], bodyOf(run, kind)), notOnce],
  ]),
  ["no release", (run) => drop(run, "release"), notOnce],
  ["no clean-up", (run) => drop(run, "cleanUp"), notOnce, disordered],
  ["no close", (run) => drop(run, "close"), notOnce, disordered],
  ["nothing after the end", (run) => drop(run, "release", "released", "cleanUp", "cleanedUp", "close"), notOnce],
  ["a release before the end alone", (run) => move(run, ["release", 0], "before", ["end", 0]), notOnce],
  ["clean-up before release", (run) => move(run, ["cleanUp", 0], "before", ["release", 0]), disordered],
  ["close before clean-up", (run) => move(run, ["close", 0], "before", ["cleanUp", 0]), disordered],
  [
    "a commitment and a fault",
    (run) => put(run, ["end", 0], bodyOf(run, "sealFrame"), bodyOf(run, "frameSealed"), { kind: "faulted" }),
  ],
  ["something was done", (run) => put(run, ["end", 0], bodyOf(run, "dispatch")), "dispatch: a dispatch came after the end"],
);

/** What a run ends with, right before its end. */
const ends = (run: Run, status: string, codes: readonly string[], ...given: readonly unknown[]) => {
  put(run, ["completionChecked", 0], ...given);
  Object.assign(bodyOf(run, "end"), { status, codes });
};
const replanned =
  (codes: readonly string[], replan = true) =>
  (run: Run) =>
    put(run, ["frameSealed", 0], refuse(replan, ...codes));
table(
  refusal,
  ["one that lets it try again", replanned(["frame_changed"])],
  [
    "two in the other order",
    replanned(["frame_changed", "focus_elsewhere"]),
    "refuse: its codes are not in the order of the table",
  ],
  ["one that ends it", replanned(["misdelivered"]), "refuse: it lets the planner try again, and the table does not"],
  [
    "one of two that ends it",
    replanned(["frame_changed", "misdelivered"]),
    "refuse: it lets the planner try again, and the table does not",
  ],
  ["the run went on", replanned(["misdelivered"], false), "refuse: the run went on though it had to end"],
  [
    "the run ended though it may go on",
    (run) => ends(run, "completed", [], refuse(true, "frame_changed")),
    "refuse: the run ended though it may go on",
  ],
  ["it ended as refused", (run) => ends(run, "refused", ["misdelivered"], refuse(false, "misdelivered"))],
  ["after too many tries", (run) => ends(run, "refused", ["frame_changed"], refuse(false, "frame_changed"))],
  [
    "it ended with other codes",
    (run) => ends(run, "refused", ["input_grabbed"], refuse(false, "misdelivered")),
    "end: its codes are not those of the refusal that ended the run",
  ],
  [
    "it ended with codes from nowhere",
    (run) => ends(run, "completed", ["misdelivered"]),
    "end: its codes are not those of the refusal that ended the run",
  ],
  [
    "refused, and it says completed",
    (run) => ends(run, "completed", ["misdelivered"], refuse(false, "misdelivered")),
    "end: its status is completed; these codes give refused",
  ],
  ["a budget, and it says so", (run) => ends(run, "budget_exhausted", ["budget_duration"], refuse(false, "budget_duration"))],
  [
    "a budget, and it says refused",
    (run) => ends(run, "refused", ["budget_duration"], refuse(false, "budget_duration")),
    "end: its status is refused; these codes give budget_exhausted",
  ],
  [
    "a signal, and it says refused",
    (run) => ends(run, "refused", ["cancelled"], refuse(false, "cancelled")),
    "end: its status is refused; these codes give cancelled",
  ],
  ["it says refused from nowhere", (run) => ends(run, "refused", []), "end: nothing before it gives the status refused"],
  ["it failed, with a fault", (run) => ends(run, "failed", [], { kind: "faulted" })],
  ["it failed, with a fault longer ago", (run) => (put(run, ["planned", 0], { kind: "faulted" }), ends(run, "failed", []))],
  ["it failed without a fault", (run) => ends(run, "failed", []), "end: it says that the world failed, and no fault was met"],
  [
    "it failed, with a fault after the end",
    (run) => (ends(run, "failed", []), put(run, ["end", 0], { kind: "faulted" })),
    "end: it says that the world failed, and no fault was met",
  ],
);

const impossible = "dispatched: such an action does not come to that";
const untold = "dispatched: it was not answered with its refusal";
const wentOn = "dispatched: it ends a run, and the run went on";
const acts = (run: Run, type: string) => void (bodyOf(run, "dispatch").admission.action = { type } as never);
/** The dispatch came to this, and this followed at once. */
const came = (run: Run, result: unknown, ...next: readonly unknown[]) => {
  bodyOf(run, "dispatched").outcome = result as never;
  put(run, ["dispatched", 0], ...next);
};
const part = (by: unknown, segmentsSent = 1) => ({ outcome: "partial", segments: 2, segmentsSent, stoppedBy: by });
const grabbed = { outcome: "input_grabbed" };
const failed = (...differences: readonly string[]) => ({ outcome: "precondition_failed", differences });
/** And nothing more was done. */
const stop = (run: Run) => drop(run, "plan", "verifyCompletion");
table(
  outcome,
  ["refused, and answered", (run) => came(run, grabbed, refuse(true, "input_grabbed"))],
  ["refused, and answered with another code", (run) => came(run, grabbed, refuse(true, "frame_changed")), untold],
  ["refused, and ended with another code", (run) => came(run, grabbed, refuse(false, "frame_changed"))],
  ["refused, and not answered", (run) => came(run, grabbed), untold],
  ["two differences, and one was answered", (run) => came(run, failed("focus", "pixels"), refuse(true, "frame_changed")), untold],
  ["misdelivered, and the run went on", (run) => came(run, { outcome: "misdelivered" }, refuse(false, "misdelivered")), wentOn],
  ["misdelivered, and the run ended", (run) => (came(run, { outcome: "misdelivered" }, refuse(false, "misdelivered")), stop(run))],
  [
    "not journaled, and the run went on",
    (run) => (
      void (bodyOf(run, "dispatched").journaled = false),
      put(run, ["dispatched", 0], refuse(false, "journal_unavailable"))
    ),
    wentOn,
  ],
  ["not journaled, and not answered", (run) => (void (bodyOf(run, "dispatched").journaled = false), stop(run)), untold],
  ...(["type", "drag", "hold_key"] as const).map((type): Case => [
    `a ${type} in part, looked at and answered`,
    (run) => {
      acts(run, type);
      came(run, part(grabbed));
      put(run, ["effectsChecked", 0], refuse(true, "input_grabbed"));
    },
  ]),
  ["a click in part", (run) => came(run, part(grabbed), refuse(true, "input_grabbed")), impossible],
  ["all of a type in part", (run) => (acts(run, "type"), came(run, part(grabbed, 2), refuse(true, "input_grabbed"))), impossible],
  ["a type in part, looked at and not answered", (run) => (acts(run, "type"), came(run, part(grabbed))), untold],
  [
    "a click, refused, and answered after a look",
    (run) => (came(run, grabbed), put(run, ["effectsChecked", 0], refuse(true, "input_grabbed"))),
    untold,
  ],
  ["a click that read the clipboard", (run) => came(run, { outcome: "dispatched", clipboard: {} }), impossible],
  [
    "a reading of the clipboard that read it",
    (run) => (acts(run, "clipboard_read"), came(run, { outcome: "dispatched", clipboard: {} })),
  ],
  ["a reading of the clipboard that read nothing", (run) => acts(run, "clipboard_read"), impossible],
  [
    "a reading of the clipboard that was refused",
    (run) => (acts(run, "clipboard_read"), came(run, grabbed, refuse(true, "input_grabbed"))),
  ],
  [
    "what nobody dispatched, in part",
    (run) => (cut(run, "dispatch"), came(run, part(grabbed), refuse(true, "input_grabbed"))),
    impossible,
  ],
);
