import { allOf, broken, type Entry, type Law, type Violation } from "./transcript.js";

const repeated = (values: readonly { readonly entry: Entry; readonly value: string }[], says: string): readonly Violation[] => {
  const seen = new Set<string>();
  return values.flatMap(({ entry, value }) => {
    if (seen.has(value)) return [broken(entry, says)];
    seen.add(value);
    return [];
  });
};

/** Nonces and preview digests stand for one preview each, and an approval for one admission: nothing serves twice (A20). */
export const reuse: Law = ({ entries }) => {
  const previews = [...allOf(entries, "previewRun"), ...allOf(entries, "previewAction")];
  const admitted = allOf(entries, "journal");
  return [
    ...repeated(
      previews.map((entry) => ({ entry, value: entry.body.preview.nonce })),
      "its nonce was used before",
    ),
    ...repeated(
      previews.map((entry) => ({ entry, value: entry.body.digest })),
      "its digest was shown before",
    ),
    ...repeated(
      admitted.map((entry) => ({ entry, value: entry.body.admission.previewDigest })),
      "its preview was admitted before",
    ),
    ...repeated(
      admitted.map((entry) => ({ entry, value: String(entry.body.admission.admission) })),
      "its number was used before",
    ),
  ];
};
