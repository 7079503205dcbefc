import { canonicalJson, type Json } from "../../base/index.js";
import { summarize } from "../../contract/receipt/index.js";
import type { Opened } from "../opened.js";
import { finding, type Finding } from "../report.js";

const says = (part: string, text: string): Finding => finding("binding.summary", `payload: ${part}`, text);

/** The summary says of the run exactly what its events say: computed again, and compared part by part. */
export const checkSummary = ({ events, policy, statement: { predicate } }: Opened): readonly Finding[] => {
  const actual = summarize(events, policy);
  if (actual === undefined) return [says("summary", "the events have no end")];
  const said: Record<string, unknown> = { ...predicate.summary, points: predicate.points };
  return Object.entries({ ...actual, points: policy.points })
    .filter(([part, value]) => canonicalJson(said[part] as Json) !== canonicalJson(value as Json))
    .map(([part]) => says(part, "it is not what the events say"));
};
