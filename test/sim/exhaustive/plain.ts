import type { Bare } from "./explore.ts";
import type { Limits } from "../../../src/contract/policy.ts";

/** What one walk along a path has seen. */
type Seen = {
  plans: number;
  admissions: number;
  over: boolean;
  approvals: number;
  journaled: string | undefined;
  startedAt: number;
};

/** What an event must not be after what was seen. Said without the machine, and without the verifier's laws. */
const wrong = (limits: Limits, seen: Seen, body: Bare["body"], at: number): string | undefined => {
  const { kind } = body;
  const acts =
    kind === "plan" || kind === "previewAction" || kind === "journal" || kind === "dispatch" || kind === "verifyCompletion";
  if (acts && seen.over) return `${kind} after the run was over`;
  if (acts && at >= seen.startedAt + limits.durationMsMax * 1000) return `${kind} after the run's time`;
  if (seen.plans > limits.stepsMax) return "a step too many";
  if (seen.admissions > limits.actionsMax) return "an action too many";
  if (kind === "dispatch" && seen.journaled !== JSON.stringify(body.admission)) return "a dispatch of what is not in the ledger";
  if (kind === "journal" && seen.approvals > 0) return "an admission without all of its decisions";
  return undefined;
};

const needed = { none: 0, external: 1, destructive: 2, irreversible: 2 } as const;

const learn = (seen: Seen, body: Bare["body"], at: number): void => {
  if (body.kind === "opened") seen.startedAt = at;
  if (body.kind === "plan") seen.plans += 1;
  if (body.kind === "previewAction") seen.approvals = needed[body.preview.effects.class ?? "none"];
  if (
    (body.kind === "actionDecided" || body.kind === "steppedUp") &&
    body.answer !== "absent" &&
    body.answer.decision === "approve"
  )
    seen.approvals -= 1;
  if (body.kind === "journal") [seen.admissions, seen.journaled] = [seen.admissions + 1, undefined];
  if (body.kind === "cancelled" || body.kind === "end") seen.over = true;
};

/** The first event of a whole run that must not be; the run must end once, and close. */
export const plainProblem = (limits: Limits, events: readonly Bare[]): string | undefined => {
  const seen: Seen = { plans: 0, admissions: 0, over: false, approvals: 0, journaled: undefined, startedAt: 0 };
  let asked: Bare["body"] | undefined;
  for (const [seq, { at, body }] of events.entries()) {
    if (body.kind === "journaled" && body.durable && asked?.kind === "journal") seen.journaled = JSON.stringify(asked.admission);
    learn(seen, body, at);
    const problem = wrong(limits, body.kind === "end" ? { ...seen, over: false } : seen, body, at);
    if (problem !== undefined) return `event ${seq}: ${problem}`;
    asked = body;
  }
  const ends = events.filter(({ body }) => body.kind === "end").length;
  if (ends !== 1) return `${ends} ends`;
  return events.at(-1)?.body.kind === "close" ? undefined : "no close";
};
