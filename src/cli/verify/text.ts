import { checks, type ReceiptReport } from "../../verify/index.js";

const verdicts = (report: ReceiptReport): readonly string[] => {
  const stages = report.findings.map(({ check }) => checks[check].exit);
  const forged = stages.includes(1);
  const known = !stages.includes(2);
  const authentic = forged ? "no" : known ? "yes" : "not known";
  const admissible = forged || !known ? "not judged" : stages.includes(3) ? "no" : "yes";
  const sufficient =
    report.profile === undefined
      ? "no profile asked"
      : admissible !== "yes"
        ? "not judged"
        : stages.includes(4)
          ? `no (${report.profile})`
          : `yes (${report.profile})`;
  return [`  authentic    ${authentic}`, `  admissible   ${admissible}`, `  sufficient   ${sufficient}`];
};

const heading = ({ payloadDigest, runId, status, events }: ReceiptReport): readonly string[] =>
  payloadDigest === undefined
    ? []
    : [
        `  payload      sha256:${payloadDigest}`,
        ...(runId === undefined ? [] : [`  run          ${runId}, ${status ?? ""}, ${events ?? 0} events`]),
      ];

const shownMax = 20;

/** What a person reads of one receipt: the verdicts, then each finding with its check, place and reason. */
export const textOf = (name: string, report: ReceiptReport): string => {
  const shown = report.findings.slice(0, shownMax);
  const more = report.findings.length - shown.length;
  return [
    name,
    ...heading(report),
    ...verdicts(report),
    ...shown.map(({ check, where, says }) => `  ✗ ${check}  ${where}: ${says}`),
    ...(more > 0 ? [`  … and ${more} more; --format json has them all`] : []),
    ...[...new Set(shown.map(({ check }) => check))].map((check) => `    ${check}: ${checks[check].says}`),
    ...report.notMade.map(({ id, why }) => `  not checked  ${id}: ${why}`),
    "",
  ].join("\n");
};
