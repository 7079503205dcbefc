import { allOf, breaches, broken, is, type EntryOf, type Law } from "./transcript.js";

/**
 * Each frame on which an action was previewed is asked to be committed to, after its first preview; no other is; and a frame has one
 * commitment, however often it was previewed.
 */
export const seals: Law = ({ entries }) => {
  const asked = allOf(entries, "sealFrame");
  const first = new Map<number, EntryOf<"previewAction">>();
  for (const shown of allOf(entries, "previewAction"))
    if (!first.has(shown.body.preview.frameId)) first.set(shown.body.preview.frameId, shown);
  const missing = [...first].filter(
    ([frameId, shown]) => !asked.some(({ seq, body }) => seq > shown.seq && body.frameId === frameId),
  );
  const sealed = new Set<number>();
  return [
    ...missing.map(([frameId, shown]) => broken(shown, `frame ${frameId} was never committed to`)),
    ...asked
      .filter(({ body }) => !first.has(body.frameId))
      .map((entry) => broken(entry, `frame ${entry.body.frameId} was never previewed`)),
    ...allOf(entries, "frameSealed").flatMap((entry) => {
      const request = entries[entry.seq - 1];
      const { frameId } = entry.body;
      const again = sealed.has(frameId);
      sealed.add(frameId);
      return breaches(
        entry,
        [!is(request, "sealFrame") || request.body.frameId !== frameId, "another frame was asked for"],
        [again, "the frame had a commitment before"],
      );
    }),
  ];
};
