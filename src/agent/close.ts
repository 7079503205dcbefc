import { requestMsMax } from "../contract/bounds.js";
import { ComputerUseError } from "../contract/errors.js";
import type { Ports, RunContext } from "./context.js";
import { letGo } from "./perform/opening.js";
import type { Clock, ReceiptSink, RunRecord, WrittenReceipt } from "./ports.js";

/** A clock that broke during the run must not cost its receipt; the events say that it broke. */
export const wallOr = (clock: Clock, otherwise: number): number => {
  try {
    const wallMs = clock.wallMs();
    return Number.isSafeInteger(wallMs) && wallMs >= 0 ? wallMs : otherwise;
  } catch {
    return otherwise;
  }
};

/** A store that never answers must not keep a run from settling: after `ms` milliseconds its silence is a failure. */
const within = async <T>(clock: Clock, ms: number, work: () => Promise<T>): Promise<T> => {
  const done = new AbortController();
  const late = async (): Promise<never> => {
    try {
      await clock.deadline(clock.monotonicUs() + ms * 1000, done.signal);
    } catch {
      // The work is done, or the clock broke: a broken clock costs the bound, never the work.
      return new Promise<never>(() => undefined);
    }
    throw new Error(`no answer within ${ms} ms`);
  };
  try {
    return await Promise.race([late(), work()]);
  } finally {
    done.abort();
  }
};

/** Writes the receipt of a run that ended, and its end mark into the ledger. */
export const close = async (
  record: RunRecord,
  head: string,
  { journal, clock }: Ports,
  receipts: ReceiptSink,
): Promise<WrittenReceipt> => {
  // The ledger's end mark is worth less than the receipt: a disk that is full must not cost the record of what was done.
  await within(clock, requestMsMax.journal, async () => journal.end(record.runId, record.status, head)).catch(() => undefined);
  return within(clock, requestMsMax.receipt, async () => receipts.write(record)).catch((cause: unknown) => {
    throw new ComputerUseError(
      "receipt_not_written",
      `run ${record.runId} ended ${record.status}, but its receipt could not be written; see cause`,
      { cause, runId: record.runId },
    );
  });
};

/**
 * A failed assertion, a bug of ours, ends the run without acting. Keys are let go of and the host cleans up all the same; there is
 * no receipt, since none may claim a run that was not recorded whole.
 */
export const abandon = async (run: RunContext, bug: unknown): Promise<never> => {
  const { clock, hooks } = run.ports;
  const { signal } = new AbortController();
  await within(clock, requestMsMax.release, async () => letGo(run, signal)).catch(() => undefined);
  await within(clock, requestMsMax.cleanUp, async () => hooks.cleanUp({ runId: run.policy.runId, signal })).catch(() => undefined);
  throw bug;
};
