import type { Observation } from "../../../../src/contract/observation.ts";
import { honestRecord } from "../../receipts.ts";
import { law, all, drop, capturedFor, fresh } from "../edit.ts";
import type { Vector } from "../vector.ts";

const unfocused = (seen: Observation): void => void (seen.focus = { kind: "root" });
const moved = (seen: Observation): void => {
  if (seen.target.state === "viewable") seen.target.geometry.x += 1;
};

export const frames: readonly Vector[] = [
  law(
    "admissibility.frame",
    "a frame is from the future",
    honestRecord,
    fresh(({ frame, at }) => void (frame.capturedAtUs = at + 1)),
  ),
  law(
    "admissibility.frame",
    "a frame is not of the whole display",
    honestRecord,
    fresh(({ frame }) => void (frame.width -= 1)),
  ),
  law(
    "admissibility.frame",
    "a frame has the id of an earlier one",
    honestRecord,
    fresh(({ frame }) => void (frame.id = 0)),
  ),
  law(
    "admissibility.target",
    "the focus had left before the frame was captured again",
    honestRecord,
    fresh(({ before }) => unfocused(before)),
  ),
  law("admissibility.target", "the focus came to the target while its frame was captured", honestRecord, (events) =>
    capturedFor(events, "plan").forEach(({ before }) => unfocused(before)),
  ),
  law(
    "admissibility.target",
    "the title was another",
    honestRecord,
    fresh((captured) => {
      if (captured.after.target.state === "viewable")
        captured.before.target = { ...captured.after.target, title: { commitment: "0".repeat(64) } };
    }),
  ),
  law(
    "admissibility.target",
    "the window moved after it was planned on",
    honestRecord,
    fresh(({ before, after: seen }) => [before, seen].forEach((one) => moved(one))),
  ),
  law("admissibility.target", "another process has the window now", honestRecord, (events) => {
    for (const body of all(events, "captured").slice(-1))
      for (const seen of [body.before, body.after]) if (seen.target.state === "viewable") seen.target.startTicks += 1;
  }),
  law(
    "admissibility.fresh-frame",
    "a pixel had changed",
    honestRecord,
    fresh(({ frame }) => void (frame.equal = false)),
  ),
  law(
    "admissibility.fresh-frame",
    "whether a pixel had changed is not known",
    honestRecord,
    fresh(({ frame }) => void (frame.equal = null)),
  ),
  law(
    "admissibility.fresh-frame",
    "it was compared with another frame",
    honestRecord,
    fresh(({ frame }) => void (frame.comparedTo = 99)),
  ),
  law("admissibility.fresh-frame", "the planned frame was too old", honestRecord, (events) => {
    for (const body of capturedFor(events, "plan").slice(0, 1)) body.frame.capturedAtUs = 0;
    for (const event of events) event.at += 5_000_000;
    for (const { body } of events) if ("wallMs" in body) body.at += 5_000_000;
    for (const body of all(events, "captured").slice(1)) body.frame.capturedAtUs += 5_000_000;
    for (const body of [...all(events, "journal"), ...all(events, "dispatch")]) body.admission.notAfterUs += 5_000_000;
  }),
  law("admissibility.replan", "the planner was given a frame captured for something else", honestRecord, (events) => {
    const plans = all(events, "capture").filter(({ purpose }) => purpose === "plan");
    for (const body of plans.slice(1)) body.purpose = "complete";
  }),
  law(
    "admissibility.surface",
    "the root window lay at the point",
    honestRecord,
    fresh((captured) => void (captured.surface = { kind: "root" })),
  ),
  law(
    "admissibility.surface",
    "another client's window lay at the point",
    honestRecord,
    fresh(({ surface }) => surface?.kind === "window" && void (surface.client = 1)),
  ),
  law("admissibility.seals", "the previewed frame was never committed to", honestRecord, drop("sealFrame", "frameSealed")),
];
