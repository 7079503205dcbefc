import type { RunRecord } from "../../src/agent/ports.ts";
import type { ReceiptEvent } from "../../src/contract/receipt/index.ts";
import { laws } from "../../src/verify/invariants/index.ts";
import { transcriptOf } from "../../src/verify/invariants/transcript.ts";
import type { Opened } from "../../src/verify/opened.ts";
import { random } from "./random.ts";
import { findings, sign, verify } from "./receipt.ts";
import { replay } from "./replay.ts";
import type { Simulated } from "./simulate.ts";
import { draw, tampered } from "./tamper.ts";

type Judged = Pick<RunRecord, "policy" | "policyDigest" | "host" | "planner">;

/** The first law that the run breaks. Laws judge every run, also one that is not signed and read back. */
export const brokenLaw = (
  { policy, policyDigest, host, planner }: Judged,
  events: readonly Pick<ReceiptEvent, "at" | "body">[],
): string | undefined => {
  const predicate = { producer: { name: "deskgate", version: "0.0.0", host, planner }, independentChecks: [] };
  const transcript = transcriptOf({ events, policy, policyDigest, statement: { predicate } } as unknown as Opened);
  for (const [check, law] of Object.entries(laws)) {
    const [first] = law(transcript);
    if (first !== undefined) return `${check} at event ${first.seq}: ${first.says}`;
  }
  return undefined;
};

/** One run in `n`, drawn by its seed in a way that has nothing to do with which gremlins the seed has. */
export const isSampled = (seed: number, n: number): boolean => random(seed ^ 0x5eed).int(0, n - 1) === 0;

/** How often a run is also signed and read back by the verifier, and how often leaves of its receipt are changed. */
export const verifiedOneIn = 20;
export const tamperedOneIn = 200;

/** What is wrong with the signed receipt of a run, as the verifier reads it, or with one that was tampered with. */
const receiptProblem = (seed: number, record: RunRecord): string | undefined => {
  const files = sign(record);
  const report = verify(files);
  if (report.exit !== 0) return `it does not verify: ${findings(report)}`;
  if (!isSampled(seed, tamperedOneIn)) return undefined;
  const missed = draw(random(seed), files, 5).find((leaf) => verify(tampered(files, leaf)).exit === 0);
  return missed === undefined ? undefined : `a changed leaf is not found: ${JSON.stringify(missed)}`;
};

/** What is wrong with a run's record: as a replay, by the laws, or as a receipt. */
export const problemOf = ({ seed, record, events }: Simulated): string | undefined =>
  record === undefined
    ? undefined
    : (replay(record, events) ??
      brokenLaw(record, events) ??
      (isSampled(seed, verifiedOneIn) || isSampled(seed, tamperedOneIn) ? receiptProblem(seed, record) : undefined));
