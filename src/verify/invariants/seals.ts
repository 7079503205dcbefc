import { allOf, broken, is, type Law } from "./transcript.js";

/** Each frame on which an action was previewed is asked to be committed to; each asked for once, answered for that frame. */
export const seals: Law = ({ entries }) => {
  const asked = allOf(entries, "sealFrame");
  const wanted = new Set(allOf(entries, "previewAction").map(({ body }) => body.preview.frameId));
  const missing = allOf(entries, "previewAction").filter(
    ({ body }) => !asked.some((entry) => entry.body.frameId === body.preview.frameId),
  );
  const sealed = new Set<number>();
  return [
    ...missing.map((entry) => broken(entry, `frame ${entry.body.preview.frameId} was never committed to`)),
    ...asked
      .filter(({ body }) => !wanted.has(body.frameId))
      .map((entry) => broken(entry, `frame ${entry.body.frameId} was never previewed`)),
    ...allOf(entries, "frameSealed").flatMap((entry) => {
      const request = entries[entry.seq - 1];
      const { frameId } = entry.body;
      const again = sealed.has(frameId);
      sealed.add(frameId);
      if (!is(request, "sealFrame") || request.body.frameId !== frameId) return [broken(entry, "another frame was asked for")];
      return again ? [broken(entry, "the frame had its commitment before")] : [];
    }),
  ];
};
