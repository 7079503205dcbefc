import { actsAfter, after, allOf, breaches, broken, is, type Law } from "./transcript.js";

/** After the host's signal nothing is planned or dispatched any more, and the delay stands as measured (A28, A29). */
export const cancellation: Law = (transcript) => {
  const { entries, policy } = transcript;
  const signals = allOf(entries, "cancelled");
  return [
    ...signals.flatMap((signal) => {
      const end = allOf(after(entries, signal), "end")[0];
      const acted = actsAfter(transcript, signal);
      if (end === undefined) return [broken(signal, "the run did not end")];
      // A clock that cannot be read ends the run as refused, before the signal is looked at.
      const delay = end.body.status === "cancelled" ? Math.max(signal.at - signal.body.abortedAt, 0) : null;
      const late = delay !== null && delay > policy.limits.interruptMsMax * 1000;
      return breaches(
        signal,
        [acted !== undefined, `a ${acted?.body.kind ?? ""} came after it`],
        [
          end.body.acknowledgedAfterUs !== delay,
          `the end says ${String(end.body.acknowledgedAfterUs)} us after it; it came ${String(delay)} us after it`,
        ],
        [end.body.interruptLate !== late, "the end says otherwise whether that was late"],
      );
    }),
    ...allOf(entries, "end").flatMap((end) =>
      end.body.status === "cancelled" && !signals.some((signal) => signal.seq < end.seq && is(entries[signal.seq + 1], "refuse"))
        ? [broken(end, "it says cancelled, and no signal came")]
        : [],
    ),
  ];
};
