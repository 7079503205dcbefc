import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "../../agent/ports.js";

/** The longest delay that a Node timer can hold; longer ones are armed again. */
const timerMsMax = 2_147_483_647;

/** The system's clocks: CLOCK_MONOTONIC through `process.hrtime.bigint()`, and the wall clock. */
export const systemClock: Clock = {
  monotonicUs: () => Number(process.hrtime.bigint() / 1000n),
  wallMs: () => Date.now(),
  sleep: async (ms, signal) => {
    await delay(ms, undefined, { signal });
  },
  deadline: async (us, signal) => {
    for (;;) {
      const leftMs = Math.ceil((us - systemClock.monotonicUs()) / 1000);
      if (leftMs <= 0) return;
      // A deadline alone keeps no process alive: whatever it is raced against does.
      await delay(Math.min(leftMs, timerMsMax), undefined, { signal, ref: false });
    }
  },
};
