import * as z from "zod";
import { digest, identifier, wallMs } from "../forms.js";
import { claimsNotMade } from "./claims.js";
import { outputPattern, predicateType, receiptFiles, statementType } from "./layout.js";
import { buildFacts } from "./sources.js";
import { summary } from "./summary.js";

/** A check that somebody else made: `by` is never the planner (A51). Other receipts of the same host are listed by payload digest. */
export const independentCheck = z.strictObject({
  name: identifier,
  by: identifier,
  evidenceDigest: digest,
  result: z.enum(["passed", "failed", "unknown"]),
});
export type IndependentCheck = z.infer<typeof independentCheck>;

/** Who made the receipt. `host` is the identity of the hooks, `planner` that of the model's adapter. */
export const producer = z.strictObject({
  name: z.literal("deskgate"),
  version: z.string().regex(/^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z.-]{1,32})?$/),
  host: identifier,
  planner: identifier,
});
export type Producer = z.infer<typeof producer>;

/** The predicate `urn:deskgate:governed-run:v1`. Unknown fields are rejected: what a verifier does not know, it cannot judge. */
export const predicate = z.strictObject({
  runId: identifier,
  policyDigest: digest,
  machineVersion: z.int().min(1),
  /** Digest of machine version, refusal table, list of controls and the identities of the hooks (A51). */
  controlDigest: digest,
  events: z.strictObject({ count: z.int().min(1), head: digest, root: digest }),
  summary,
  /** Whether click points stand in the events or are sealed: what a reader must know about what they give away. */
  points: z.enum(["public", "sealed"]),
  build: buildFacts,
  timing: z.strictObject({ startedWallMs: wallMs, endedWallMs: wallMs }),
  producer,
  independentChecks: z.array(independentCheck).max(64),
  claimsNotMade: z
    .array(z.enum(claimsNotMade))
    .refine((list) => list.join() === claimsNotMade.join(), "claimsNotMade is the closed list, whole and in order"),
});
export type Predicate = z.infer<typeof predicate>;

const name = z
  .string()
  .refine((text) => text === receiptFiles.events || outputPattern.test(text), "a subject is events.jsonl or outputs/<index>");
const subject = z.strictObject({ name, digest: z.strictObject({ sha256: digest }) });

/** The signed statement: which exact bytes it is about, and what it says of them. */
export const statement = z.strictObject({
  _type: z.literal(statementType),
  subject: z.array(subject).min(1).max(65),
  predicateType: z.literal(predicateType),
  predicate,
});
export type Statement = z.infer<typeof statement>;

/** The parts of a statement that say which verifier can read it, read before anything else of it. */
export const statementVersion = z.looseObject({
  _type: z.string(),
  predicateType: z.string(),
  predicate: z.looseObject({ machineVersion: z.int() }),
});
