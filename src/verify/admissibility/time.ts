import { isInput, receiptFiles } from "../../contract/receipt/index.js";
import type { Opened } from "../opened.js";
import { finding, type Finding } from "../report.js";

/** An event has its input's time, and time runs forward. */
export const checkTime = ({ events }: Opened): readonly Finding[] => {
  let now = 0;
  return events.flatMap(({ at, body }, index) => {
    const [before, stamped] = [now, isInput(body) ? body.at : now];
    now = Math.max(now, stamped);
    const where = `${receiptFiles.events}:${index + 1}`;
    if (stamped < before) return [finding("admissibility.time", where, `its input came at ${stamped} us, after ${before} us`)];
    return at === stamped ? [] : [finding("admissibility.time", where, `its time is ${at} us; its input's is ${stamped} us`)];
  });
};
