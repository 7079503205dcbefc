import type { EndStatus } from "../../../src/contract/outputs.ts";
import type { RefusalCode } from "../../../src/contract/refusals.ts";
import type { Call } from "./instrument.ts";
import type { Mode } from "./modes.ts";

/** What must come of a call that goes wrong: the first refusal, and how the run ends. `none`: nothing is refused. */
export type Expected = { readonly codes: readonly (RefusalCode | "none")[]; readonly status: readonly EndStatus[] };

const ends = (status: EndStatus, ...codes: (RefusalCode | "none")[]): Expected => ({ codes, status: [status] });
const refused = (...codes: RefusalCode[]): Expected => ends("refused", ...codes);
/** Refused, planned again on a new frame, and completed all the same. */
const replanned = (...codes: RefusalCode[]): Expected => ends("completed", ...codes);
const harmless = ends("completed", "none");
const runOver = ends("budget_exhausted", "budget_duration");

type Row = (mode: Mode, nth: number) => Expected;
const isSilent = (mode: Mode): boolean => mode === "hangs" || mode === "is late";
/** A decision has no deadline but the run's. */
const question =
  (code: RefusalCode, failed: (code: RefusalCode) => Expected): Row =>
  (mode) =>
    isSilent(mode) ? runOver : failed(code);
const always =
  (expected: Expected): Row =>
  () =>
    expected;
const later =
  (at: Expected, then: Expected): Row =>
  (_mode, nth) =>
    nth === 0 ? at : then;

/** Any request's fault may be met through the clock; what must hold then is judged by the laws and by what was dispatched. */
const anyClock: Expected = {
  codes: ["clock_unknown", "display_unknown", "none"],
  status: ["refused", "completed"],
};
const anyDeadline: Expected = {
  codes: [
    "display_unknown",
    "target_unknown",
    "attestation_unknown",
    "run_decision_unknown",
    "frame_unknown",
    "budget_thinking_time",
    "effects_unknown",
    "decision_unknown",
    "step_up_unknown",
    "journal_unavailable",
    "outcome_unknown",
    "completion_unknown",
    "clock_unknown",
    "none",
  ],
  status: ["refused", "completed", "budget_exhausted"],
};

const rows: Readonly<Record<string, Row>> = {
  "journal.open": (mode) => refused(isSilent(mode) ? "display_unknown" : "journal_unavailable"),
  "desktop.lease": always(refused("display_unknown")),
  "hooks.observeTarget": later(refused("target_unknown"), replanned("target_unknown", "frame_unknown")),
  "hooks.attestConfinement": always(refused("attestation_unknown")),
  "hooks.confirmRun": question("run_decision_unknown", refused),
  "desktop.capture": always(replanned("frame_unknown")),
  "desktop.keepOnly": always(replanned("frame_unknown")),
  "desktop.surfaceAt": always(replanned("frame_unknown")),
  "desktop.picture": (mode, nth) =>
    nth === 0
      ? isSilent(mode)
        ? ends("budget_exhausted", "budget_thinking_time")
        : ends("failed", "none")
      : question("decision_unknown", replanned)(mode, nth),
  "planner.plan": (mode) => (isSilent(mode) ? ends("budget_exhausted", "budget_thinking_time") : ends("failed", "none")),
  "clock.sleep": always(refused("clock_unknown")),
  "hooks.resolveEffects": always(replanned("effects_unknown")),
  "hooks.confirmAction": question("decision_unknown", replanned),
  "hooks.stepUp": question("step_up_unknown", replanned),
  "journal.intent": always(refused("journal_unavailable")),
  "desktop.dispatch": always(refused("outcome_unknown")),
  "journal.outcome": (mode) => refused(mode === "fails" ? "journal_unavailable" : "outcome_unknown"),
  "hooks.observeChanges": always(refused("effects_unknown")),
  "desktop.commit": always(refused("frame_unknown")),
  "hooks.verifyCompletion": always(replanned("completion_unknown")),
  "desktop.release": always(harmless),
  "hooks.cleanUp": always(harmless),
  "journal.end": always(harmless),
  "nonces.bytes": (_mode, nth) => (nth === 1 ? refused("attestation_unknown") : replanned("effects_unknown")),
  "clock.monotonicUs": always(anyClock),
  "clock.wallMs": always(anyClock),
  "clock.deadline": (mode) => (isSilent(mode) ? harmless : anyDeadline),
};

/** Throws for a port that has no row: a new port is a new row. */
export const expectedOf = ({ name, nth }: Call, mode: Mode): Expected => {
  const row = rows[name];
  if (row === undefined) throw new Error(`nothing is said about ${name}`);
  return row(mode, nth);
};
