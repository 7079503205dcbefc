import type { Opened } from "../opened.js";
import { receiptFiles } from "../../contract/receipt/index.js";
import { finding, type Finding } from "../report.js";

type Named = { readonly where: string; readonly runId: string; readonly policyDigest: string };

/** Every place in a receipt that names its run and its policy. */
const places = ({ events, statement: { predicate } }: Opened): readonly Named[] => [
  { where: "payload", runId: predicate.runId, policyDigest: predicate.policyDigest },
  ...events.flatMap(({ body }, index): readonly Named[] => {
    const where = `${receiptFiles.events}:${index + 1}`;
    if (body.kind === "opened") return [{ where, runId: body.runId, policyDigest: body.policyDigest }];
    if (body.kind === "previewRun" || body.kind === "previewAction")
      return [{ where, runId: body.preview.runId, policyDigest: body.preview.policyDigest }];
    return [];
  }),
];

/** One run, one policy: the digest is the one of policy.json, the run id is the one in it (A49). */
export const checkPolicy = (opened: Opened): readonly Finding[] =>
  places(opened).flatMap(({ where, runId, policyDigest }) => [
    ...(policyDigest === opened.policyDigest
      ? []
      : [finding("binding.policy", where, `the policy digest is ${policyDigest}; policy.json has ${opened.policyDigest}`)]),
    ...(runId === opened.policy.runId
      ? []
      : [finding("binding.run", where, `the run is ${runId}; policy.json is for ${opened.policy.runId}`)]),
  ]);
