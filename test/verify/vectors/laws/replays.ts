import { honestRecord } from "../../receipts.ts";
import { replayed, all } from "../edit.ts";
import type { Vector } from "../vector.ts";

export const replays: readonly Vector[] = [
  {
    check: "admissibility.time",
    when: "an output has a time of its own",
    make: replayed(honestRecord, (events) => events.slice(1, 2).forEach((event) => void (event.at += 1))),
  },
  {
    check: "admissibility.replay",
    when: "a deadline is another",
    make: replayed(honestRecord, (events) => all(events, "observe").forEach((body) => void (body.untilUs += 1))),
  },
  {
    check: "admissibility.replay",
    when: "an output is added that no law speaks of",
    make: replayed(honestRecord, (events) => {
      const at = events.findIndex(({ body }) => body.kind === "observe");
      const copied = events[at];
      return copied === undefined ? events : [...events.slice(0, at + 1), copied, ...events.slice(at + 1)];
    }),
  },
  {
    check: "admissibility.input",
    when: "an answer to something that was not asked",
    make: replayed(honestRecord, (events) => {
      for (const event of events)
        if (event.body.kind === "released") {
          const { at, wallMs, clock } = event.body;
          event.body = { kind: "faulted", during: "cleanUp", fault: "deadline", at, wallMs, clock };
        }
    }),
  },
];
