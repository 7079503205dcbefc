import { createHash } from "node:crypto";
import type { Read } from "./read.js";
import type { Fact, Verdict } from "./types.js";

const TEXT_MAX = 400;

const bounded = (text: string): string => (text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text);

/** Compares what was read with what has to be; what could not be read is `unknown`. */
export const compare = (name: string, pid: number, expected: string, read: Read<string>): Fact => ({
  name,
  pid,
  expected: bounded(expected),
  measured: bounded(read.known ? read.value : read.why),
  verdict: read.known ? (read.value === expected ? "ok" : "wrong") : "unknown",
});

/** A rule that is no equality: `problems` names each way in which it is broken. */
export const judge = (name: string, pid: number, expected: string, read: Read<readonly string[]>): Fact => ({
  name,
  pid,
  expected: bounded(expected),
  measured: bounded(read.known ? (read.value.length === 0 ? "as expected" : read.value.join("; ")) : read.why),
  verdict: read.known ? (read.value.length === 0 ? "ok" : "wrong") : "unknown",
});

/** Wrong outweighs unknown: a report should name the worst that is certain. No facts at all are no proof. */
export const worst = (verdicts: readonly Verdict[]): Verdict => {
  if (verdicts.includes("wrong")) return "wrong";
  return verdicts.length === 0 || verdicts.includes("unknown") ? "unknown" : "ok";
};

/** Of a sorted list of strings, so that the order in which the kernel lists things does not matter. */
export const digestOf = (list: readonly string[]): string =>
  createHash("sha256")
    .update(JSON.stringify([...list].toSorted()))
    .digest("hex");
