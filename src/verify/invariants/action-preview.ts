import { canonicalJson, type Json } from "../../base/index.js";
import { domainDigest } from "../../base/crypto/domain-digest.js";
import { breaches, broken, lastOf, type Law } from "./transcript.js";

const text = (value: unknown): string => canonicalJson(value as Json);

/** A preview is of the very proposal, effects, frame and nonce that came before it, numbered on, under its own digest (A20). */
export const actionPreview: Law = ({ episodes }) =>
  episodes.flatMap(({ preview: entry, before }, number) => {
    const { preview, digest } = entry.body;
    const [turn, asked, answered, planned] = [
      lastOf(before, "planned"),
      lastOf(before, "resolve"),
      lastOf(before, "resolved"),
      lastOf(before, "plan"),
    ];
    if (turn === undefined || asked === undefined || answered === undefined || planned === undefined)
      return [broken(entry, "no proposal with effects came before it")];
    const proposal = turn.body.answer.proposals[asked.body.proposal];
    const proposed = proposal?.form === "action" ? text(proposal.action) : undefined;
    return breaches(
      entry,
      [text(preview.action) !== proposed, "its action is not the one that was proposed"],
      [text(preview.effects) !== text(answered.body.effects), "its effects are not the ones that the host enumerated"],
      [preview.nonce !== answered.body.nonce, "its nonce is not the one that was drawn for it"],
      [preview.frameId !== planned.body.frameId, "it is not on the frame that was planned on"],
      [preview.sequence !== number, `its number is ${preview.sequence}, it is preview ${number}`],
      [digest !== domainDigest("action-preview", preview), "its digest is not that of the preview"],
    );
  });
