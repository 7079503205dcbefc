import type { ManualClock } from "../../../src/agent/testing/index.ts";
import type { Call, Instrument, Meddle } from "./instrument.ts";

/** How a call goes wrong: it throws at once, its promise rejects, it never answers, or it answers when its time is over. */
export const modes = ["throws", "fails", "hangs", "is late"] as const;
export type Mode = (typeof modes)[number];

/** Calls that answer at once, and so can only throw. */
const atOnce: ReadonlySet<string> = new Set(["nonces.bytes", "clock.wallMs", "clock.monotonicUs", "desktop.keepOnly"]);
export const modesOf = ({ name }: Call): readonly Mode[] => (atOnce.has(name) ? ["throws"] : modes);

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The clock passes the deadline of the request that is under way. It is asked for in the same turn as the call: so one turn later. */
const passDeadline = async (instrument: Instrument, clock: ManualClock): Promise<void> => {
  await soon();
  clock.advanceUs(Math.max(instrument.untilUs - clock.monotonicUs(), 0));
};

/** What a mode does to a call. A clock's own deadline has no deadline: to it, late and never are the same. */
export const meddler = (mode: Mode, clockOf: () => { instrument: Instrument; clock: ManualClock }): Meddle => {
  const message = "the port was made to fail";
  return ({ name }, real) => {
    if (mode === "throws") throw new Error(message);
    if (mode === "fails") return Promise.reject(new Error(message));
    if (name === "clock.deadline") return new Promise(() => undefined);
    const { instrument, clock } = clockOf();
    const answer: unknown = mode === "is late" ? real() : new Promise(() => undefined);
    return passDeadline(instrument, clock)
      .then(soon)
      .then(() => answer);
  };
};
