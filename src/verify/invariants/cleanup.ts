import { after, allOf, breaches, broken, type Kind, type Law } from "./transcript.js";

const ending: readonly Kind[] = ["sealFrame", "frameSealed", "release", "released", "cleanUp", "cleanedUp", "close", "faulted"];

/** A run ends once; then keys are let go, the host cleans up, and it closes; and nothing else happens. */
export const cleanup: Law = ({ entries }) => {
  const [end, ...more] = allOf(entries, "end");
  const first = entries[0];
  if (end === undefined) return first === undefined ? [] : [broken(first, "the run has no end")];
  const rest = after(entries, end);
  const [release, cleanUp, close] = (["release", "cleanUp", "close"] as const).map((kind) =>
    rest.filter(({ body }) => body.kind === kind),
  );
  const order = [release?.[0]?.seq ?? -1, cleanUp?.[0]?.seq ?? -1, close?.[0]?.seq ?? -1];
  const other = rest.filter(({ body }) => !ending.includes(body.kind));
  return [
    ...more.map((entry) => broken(entry, "the run ended twice")),
    ...other.map((entry) => broken(entry, `a ${entry.body.kind} came after the end`)),
    ...breaches(
      end,
      [
        release?.length !== 1 || cleanUp?.length !== 1 || close?.length !== 1,
        "it was not followed by one release, one clean-up and one close",
      ],
      [order.toSorted((a, b) => a - b).join() !== order.join(), "release, clean-up and close did not come in this order"],
    ),
  ];
};
