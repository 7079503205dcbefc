import { honestRecord } from "../../receipts.ts";
import { law, all, each, drop, actions, effects } from "../edit.ts";
import { twoClicks } from "../runs.ts";
import type { Vector } from "../vector.ts";

export const admission: readonly Vector[] = [
  law("admissibility.action", "three clicks are nine", honestRecord, (events) =>
    actions(events, (action) => action.type === "click" && void (action.count = 9)),
  ),
  law("admissibility.action", "the point lies off the screen", honestRecord, (events) =>
    actions(events, (action) => action.type === "click" && "x" in action.point && void (action.point.x = 800)),
  ),
  law(
    "admissibility.action-preview",
    "previews are misnumbered",
    honestRecord,
    each("previewAction", ({ preview }) => void (preview.sequence = 7)),
  ),
  law(
    "admissibility.action-preview",
    "the previewed action is another than the proposed",
    honestRecord,
    each("planned", ({ answer }) => {
      for (const proposal of answer.proposals)
        if (proposal.form === "action" && proposal.action.type === "click") proposal.action.button = "right";
    }),
  ),
  law(
    "admissibility.action-preview",
    "the effects shown are not those that the host named",
    honestRecord,
    each("previewAction", ({ preview }) => void (preview.effects.class = "destructive")),
  ),
  law(
    "admissibility.decision",
    "the action was denied",
    honestRecord,
    each("actionDecided", ({ answer }) => answer !== "absent" && void (answer.decision = "deny")),
  ),
  law(
    "admissibility.decision",
    "an actor that the policy does not list",
    honestRecord,
    each("actionDecided", ({ answer }) => answer !== "absent" && void (answer.actor = { policyIndex: 1 })),
  ),
  law(
    "admissibility.decision",
    "no decision was given",
    honestRecord,
    each("actionDecided", (body) => void (body.answer = "absent")),
  ),
  law(
    "admissibility.step-up",
    "the step-up was denied",
    honestRecord,
    each("steppedUp", ({ answer }) => answer !== "absent" && void (answer.decision = "deny")),
  ),
  law("admissibility.step-up", "the step-up was not asked for", honestRecord, drop("stepUp", "steppedUp")),
  law("admissibility.reobservation", "nothing was observed after the decision", honestRecord, (events) => {
    const last = events.findLastIndex(({ body }) => body.kind === "observed");
    return events.filter((_, index) => index !== last && index !== last - 1);
  }),
  law("admissibility.reuse", "the second action is shown under the first one's nonce", twoClicks, (events) => {
    const nonce = all(events, "resolved")[0]?.nonce ?? "";
    for (const body of all(events, "resolved")) body.nonce = nonce;
    for (const body of all(events, "previewAction")) body.preview.nonce = nonce;
  }),
  law("admissibility.effects", "the effects were not complete", honestRecord, (events) =>
    effects(events, (given) => void (given.complete = false)),
  ),
  law("admissibility.effects", "a written file is covered by nothing", honestRecord, (events) =>
    effects(events, (given) => given.writes.forEach((entry) => void (entry.coveredBy = null))),
  ),
  law("admissibility.effects", "a written file is covered by an entry that is not there", honestRecord, (events) =>
    effects(events, (given) => given.writes.forEach((entry) => void (entry.coveredBy = 1))),
  ),
  law("admissibility.primitive", "the admission is for another window", honestRecord, (events) => {
    for (const body of [...all(events, "journal"), ...all(events, "dispatch")]) body.admission.window = 1;
  }),
  law(
    "admissibility.journal",
    "the intent was not durable",
    honestRecord,
    each("journaled", (body) => void (body.durable = false)),
  ),
  law(
    "admissibility.journal",
    "another admission was dispatched than journaled",
    honestRecord,
    each("dispatch", ({ admission: sent }) => void (sent.notAfterUs += 1)),
  ),
  law(
    "admissibility.outcome",
    "an outcome that was refused by the desktop goes unanswered",
    honestRecord,
    each("dispatched", (body) => void (body.outcome = { outcome: "input_grabbed" })),
  ),
  law(
    "admissibility.outcome",
    "input reached another client, and the run went on",
    honestRecord,
    each("dispatched", (body) => void (body.outcome = { outcome: "misdelivered" })),
  ),
  law(
    "admissibility.surplus",
    "more changed than was named",
    honestRecord,
    each("effectsChecked", ({ surplus }) => void (surplus.writes = 1)),
  ),
  law("admissibility.surplus", "what changed was not looked at", honestRecord, drop("checkEffects", "effectsChecked")),
];
