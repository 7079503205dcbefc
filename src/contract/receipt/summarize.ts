import { domainDigest } from "../../base/crypto/domain-digest.js";
import type { InputOf } from "../inputs.js";
import type { OutputOf } from "../outputs.js";
import type { ComputerUseRunPolicy } from "../policy.js";
import { sortRefusals, type RefusalCode } from "../refusals.js";
import type { EventBody } from "./event.js";
import type { Summary } from "./summary.js";

/** An event's body and the monotonic time of the event. */
export type Recorded = { readonly at: number; readonly body: EventBody };

const bodiesOf = <K extends EventBody["kind"]>(events: readonly Recorded[], kind: K) =>
  events.flatMap(({ body }) => (body.kind === kind ? [body as Extract<EventBody, { kind: K }>] : []));

const confinementOf = (events: readonly Recorded[]): Summary["confinement"] => {
  const given = bodiesOf(events, "attested").at(-1)?.attestation;
  if (given === undefined || given === "absent" || given.kind === "unavailable") return null;
  const { kind, namespaces, hostNamespaces, facts, digests, probes } = given;
  const attestationDigest = domainDigest("attestation", given);
  return { attestationDigest, kind, namespaces, hostNamespaces, facts, digests, probes };
};

type Decided = InputOf<"runDecided" | "actionDecided" | "steppedUp">["answer"];
const wordOf = (answer: Decided): "approve" | "deny" | "absent" => (answer === "absent" ? "absent" : answer.decision);

/** Each preview with what was answered to it: answers come after their preview and before the next one. */
const previewsOf = (events: readonly Recorded[]): Summary["previews"] => {
  const previews: Summary["previews"] = [];
  for (const { body } of events) {
    const last = previews.at(-1);
    if (body.kind === "previewRun" || body.kind === "previewAction")
      previews.push({
        preview: body.preview.preview,
        digest: body.digest,
        nonce: body.preview.nonce,
        decision: null,
        stepUp: null,
      });
    else if (last !== undefined && (body.kind === "runDecided" || body.kind === "actionDecided"))
      last.decision = wordOf(body.answer);
    else if (last !== undefined && body.kind === "steppedUp") last.stepUp = wordOf(body.answer);
  }
  return previews;
};

/** Each admission with what became of it; `null` where its intent was journaled and nothing more is known. */
const admissionsOf = (events: readonly Recorded[]): Summary["admissions"] => {
  const admissions: Summary["admissions"] = [];
  for (const { body } of events) {
    const last = admissions.at(-1);
    if (body.kind === "journal")
      admissions.push({
        previewDigest: body.admission.previewDigest,
        primitiveDigest: body.admission.primitiveDigest,
        outcome: null,
      });
    else if (body.kind === "dispatched" && last !== undefined) last.outcome = body.outcome.outcome;
  }
  return admissions;
};

const refusalsOf = (events: readonly Recorded[]): Summary["refusals"] => {
  const given = bodiesOf(events, "refuse").flatMap(({ codes }) => codes);
  return sortRefusals(given).map((code: RefusalCode) => ({ code, count: given.filter((other) => other === code).length }));
};

const interruptOf = (end: OutputOf<"end">, policy: ComputerUseRunPolicy): Summary["interrupt"] =>
  end.acknowledgedAfterUs === null
    ? null
    : { acknowledgedAfterUs: end.acknowledgedAfterUs, interruptMsMax: policy.limits.interruptMsMax, late: end.interruptLate };

const cleanupOf = (events: readonly Recorded[]): Summary["cleanup"] => {
  const released = bodiesOf(events, "released").at(-1);
  const { keysDown = 0, buttonsDown = 0, selectionsOwned = 0 } = released ?? {};
  return {
    released: released === undefined ? null : { keysDown, buttonsDown, selectionsOwned },
    host: bodiesOf(events, "cleanedUp").at(-1)?.cleanup ?? null,
  };
};

/** What a transcript says, computed from nothing but its events and its policy. `undefined` for one without an `end`. */
export const summarize = (events: readonly Recorded[], policy: ComputerUseRunPolicy): Summary | undefined => {
  const end = bodiesOf(events, "end").at(-1);
  const [first, last] = [events[0], events.at(-1)];
  if (end === undefined || first === undefined || last === undefined) return undefined;
  const reports = bodiesOf(events, "planned").map(({ answer }) => answer.usage.report);
  const completed = bodiesOf(events, "completionChecked").at(-1)?.result;
  return {
    status: end.status,
    codes: end.codes,
    budgets: { limits: policy.limits, used: end.used },
    usage: {
      reported: reports.filter((report) => report === "reported").length,
      reserved: reports.filter((report) => report !== "reported").length,
    },
    confinement: confinementOf(events),
    frames: bodiesOf(events, "frameSealed").map(({ frameId, commitment }) => ({ frameId, commitment })),
    previews: previewsOf(events),
    admissions: admissionsOf(events),
    refusals: refusalsOf(events),
    completion: completed === undefined || completed === "absent" ? null : completed,
    interrupt: interruptOf(end, policy),
    cleanup: cleanupOf(events),
    durationUs: Math.max(last.at - first.at, 0),
  };
};
