import { canonicalJson, type Json } from "../../base/index.js";
import { domainDigest } from "../../base/crypto/domain-digest.js";
import { allOf, before, breaches, broken, is, lastOf, type Law } from "./transcript.js";

const text = (value: unknown): string => canonicalJson(value as Json);

/** An admission is exactly what was previewed, on the planned frame, under the preview's digest and nonce (A22). */
export const primitive: Law = ({ entries }) =>
  allOf(entries, "journal").flatMap((admitted) => {
    const shown = lastOf(before(entries, admitted), "previewAction");
    if (shown === undefined) return [broken(admitted, "no preview came before it")];
    const { admission } = admitted.body;
    const { preview, digest } = shown.body;
    return breaches(
      admitted,
      [text(admission.action) !== text(preview.action), "its action is not the previewed one"],
      [
        admission.primitiveDigest !== domainDigest("primitive", preview.action),
        "its primitive digest is not that of the previewed action",
      ],
      [
        admission.previewDigest !== digest || admission.nonce !== preview.nonce || admission.sequence !== preview.sequence,
        "it is for another preview",
      ],
      [admission.frameId !== preview.frameId || admission.window !== preview.window, "it is for another frame or window"],
      [admission.notAfterUs < admitted.at, "its time is over before it begins"],
    );
  });

/** A dispatch comes right after the durable journaling of the same admission (A50). */
export const journal: Law = ({ entries }) =>
  allOf(entries, "dispatch").flatMap((sent) => {
    const [answered, asked] = [entries[sent.seq - 1], entries[sent.seq - 2]];
    if (!is(answered, "journaled") || !answered.body.durable || !is(asked, "journal"))
      return [broken(sent, "its intent was not durably journaled right before it")];
    return text(asked.body.admission) === text(sent.body.admission)
      ? []
      : [broken(sent, "another admission was journaled than the one dispatched")];
  });
