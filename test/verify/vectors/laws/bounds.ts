import { honestRecord } from "../../receipts.ts";
import { law, all, each, capturedFor } from "../edit.ts";
import { twoClicks, waits } from "../runs.ts";
import type { Vector } from "../vector.ts";

export const bounds: readonly Vector[] = [
  law("admissibility.budget", "one call gave more output tokens than allowed", honestRecord, (events) => {
    for (const { answer } of all(events, "planned").slice(0, 1))
      answer.usage = { report: "reported", inputTokens: 10, outputTokens: 1001 };
    for (const body of all(events, "end")) body.used.tokens += 996;
  }),
  law("admissibility.budget", "two actions came closer than the smallest interval", twoClicks, (events) => {
    const [, second] = events.filter(({ body }) => body.kind === "journal");
    const first = events.find(({ body }) => body.kind === "journal");
    if (first === undefined || second === undefined) throw new Error("two actions were expected");
    const shift = second.at - first.at;
    for (const event of events.slice(events.indexOf(first) + 1)) {
      event.at = Math.max(event.at - shift, first.at);
      if ("wallMs" in event.body) event.body.at = event.at;
      if (event.body.kind === "captured") event.body.frame.capturedAtUs = event.at;
    }
    for (const body of all(events, "end"))
      body.used.durationMs = Math.ceil(((events.at(-1)?.at ?? 0) - (events[0]?.at ?? 0)) / 1000);
  }),
  law(
    "admissibility.used",
    "one step less is said",
    honestRecord,
    each("end", ({ used }) => void (used.steps -= 1)),
  ),
  law(
    "admissibility.used",
    "one token less is said",
    honestRecord,
    each("end", ({ used }) => void (used.tokens -= 1)),
  ),
  law("admissibility.expiry", "the policy had ended when the action was admitted", twoClicks, (events) => {
    for (const body of [...capturedFor(events, "admit"), ...all(events, "journaled")]) body.wallMs = 1_893_456_000_000;
  }),
  law(
    "admissibility.progress",
    "the same turn came three times on the same frame",
    waits,
    each("planned", ({ answer }) => {
      for (const proposal of answer.proposals)
        if (proposal.form === "action" && proposal.action.type === "wait") proposal.action.ms = 1;
    }),
  ),
];
