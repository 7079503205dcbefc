import { sha256Hex } from "../base/crypto/digest.js";
import { machineVersion } from "../contract/machine.js";
import { receiptFiles } from "../contract/receipt/index.js";
import { begin, step } from "../core/index.js";
import { replay } from "./admissibility/replay.js";
import { checkTime } from "./admissibility/time.js";
import { checkControls } from "./binding/controls.js";
import { checkOutputs } from "./binding/outputs.js";
import { checkPolicy } from "./binding/policy.js";
import { checkSources } from "./binding/sources.js";
import { checkSummary } from "./binding/summary.js";
import type { CheckId } from "./checks.js";
import { openEnvelope } from "./container/envelope.js";
import { checkFiles } from "./container/files.js";
import { checkVersion } from "./container/version.js";
import { checkChain, checkClose, checkTree } from "./integrity/chain.js";
import { checkSubjects } from "./integrity/subjects.js";
import { laws } from "./invariants/index.js";
import { transcriptOf } from "./invariants/transcript.js";
import { openParts, type Opened } from "./opened.js";
import type { Files, Machine, Unread, VerifyOptions } from "./options.js";
import { checkProfile } from "./profile/index.js";
import { exitOf, finding, worst, type Finding, type NotMade, type ReceiptReport } from "./report.js";

/** The machine of each version: a receipt is replayed by the machine of its own version. */
const builtIn: ReadonlyMap<number, Machine> = new Map([[machineVersion, { begin, step } as Machine]]);

const authentic = (opened: Opened, options: VerifyOptions): readonly Finding[] => [
  ...checkSubjects(opened),
  ...checkChain(opened),
  ...checkTree(opened),
  ...checkClose(opened),
  ...checkPolicy(opened),
  ...checkControls(opened),
  ...checkSummary(opened),
  ...checkOutputs(opened),
  ...checkSources(opened, options),
];

/** The two readings of a run: the machine's, and that of laws which do not know the machine. */
const admissible = (opened: Opened, machine: Machine): readonly Finding[] => {
  const transcript = transcriptOf(opened);
  const broken = Object.entries(laws).flatMap(([check, law]) =>
    law(transcript).map(({ seq, says }) => finding(check as CheckId, `${receiptFiles.events}:${seq + 1}`, says)),
  );
  return [...replay(machine, opened), ...checkTime(opened), ...broken];
};

const judge = (opened: Opened, options: VerifyOptions): readonly Finding[] => {
  const forged = authentic(opened, options);
  // What a forged receipt says happened is nothing to judge.
  if (forged.length > 0) return forged;
  const machine = (options.machines ?? builtIn).get(opened.statement.predicate.machineVersion);
  const unlawful = machine === undefined ? [] : admissible(opened, machine);
  return unlawful.length > 0 ? unlawful : checkProfile(opened, options);
};

const notMadeOf = ({ sources, profile }: VerifyOptions): readonly NotMade[] => [
  ...(sources === undefined ? [{ id: "binding.sources", why: "no --repo was given" } as const] : []),
  ...(profile === undefined
    ? [{ id: "profile.completed", why: "no --profile was given, and so none of its proofs was asked for" } as const]
    : []),
];

const reportOf = (findings: readonly Finding[], options: VerifyOptions, payload?: Uint8Array, opened?: Opened): ReceiptReport => {
  const predicate = opened?.statement.predicate;
  return {
    exit: exitOf(findings),
    payloadDigest: payload === undefined ? undefined : sha256Hex(payload),
    runId: predicate?.runId,
    status: predicate?.summary.status,
    events: opened?.events.length,
    profile: options.profile,
    findings,
    notMade: notMadeOf(options),
  };
};

/**
 * Verifies one receipt from the bytes of its files. Pure: no file, no network, no clock, no native code. First whether it is
 * authentic (exit 1 when not), then whether the run was admissible (3), then whether it proves what a profile asks for (4).
 */
export const verifyReceipt = (files: Files, options: VerifyOptions): ReceiptReport => {
  const present = checkFiles(files);
  if (present.length > 0) return reportOf(present, options);
  const envelope = openEnvelope(files, options);
  if ("findings" in envelope) return reportOf(envelope.findings, options);
  const payload = envelope.value;
  const unknown = checkVersion(payload, new Set((options.machines ?? builtIn).keys()));
  if (unknown.length > 0) return reportOf(unknown, options, payload);
  const parts = openParts(files, payload);
  if ("findings" in parts) return reportOf(parts.findings, options, payload);
  return reportOf(judge(parts.value, options), options, payload, parts.value);
};

/** Verifies several receipts, and that no two of them are of one run: a run has one receipt. None at all is nothing verified. */
export const verifyReceipts = (
  receipts: readonly (Files | Unread)[],
  options: VerifyOptions,
): { readonly exit: ReceiptReport["exit"]; readonly reports: readonly ReceiptReport[] } => {
  const seen = new Set<string>();
  const reports = receipts.map((files) => {
    if ("unread" in files) return reportOf([finding("container.readable", files.unread, files.says)], options);
    const report = verifyReceipt(files, options);
    const { runId } = report;
    const again = runId !== undefined && seen.has(runId);
    if (runId !== undefined) seen.add(runId);
    if (!again) return report;
    const findings = [
      ...report.findings,
      finding("integrity.run-id", receiptFiles.envelope, `run ${runId} has another receipt here`),
    ];
    return { ...report, findings, exit: exitOf(findings) };
  });
  return { exit: reports.length === 0 ? 2 : worst(reports.map(({ exit }) => exit)), reports };
};
