import { merkleRootHex } from "../../base/index.js";
import { sha256Bytes, sha256Hex } from "../../base/crypto/digest.js";
import { domainDigest } from "../../base/crypto/domain-digest.js";
import { receiptFiles } from "../../contract/receipt/index.js";
import type { Opened } from "../opened.js";
import { finding, type Finding } from "../report.js";

const at = (seq: number): string => `${receiptFiles.events}:${seq + 1}`;

/** Event 0 hangs on run, policy and challenge, and every other one on the exact bytes before it. */
export const checkChain = ({ lines, events, statement: { predicate } }: Opened): readonly Finding[] => {
  const challenge = events[0]?.body.kind === "opened" ? events[0].body.challenge : null;
  const genesis = domainDigest("events", { runId: predicate.runId, policyDigest: predicate.policyDigest, challenge });
  return events.flatMap(({ seq, prev }, index) => {
    const before = lines[index - 1];
    const want = before === undefined ? genesis : sha256Hex(before);
    const check = before === undefined ? "integrity.genesis" : "integrity.chain";
    return [
      ...(seq === index ? [] : [finding("integrity.sequence", at(index), `its seq is ${seq}, its place is ${index}`)]),
      ...(prev === want ? [] : [finding(check, at(index), `its prev is ${prev}, it follows ${want}`)]),
    ];
  });
};

/** The statement's count, head and root are those of the lines. */
export const checkTree = ({ lines, statement: { predicate } }: Opened): readonly Finding[] => {
  const { count, head, root } = predicate.events;
  const [actualHead, actualRoot] = [sha256Hex(lines.at(-1) ?? new Uint8Array()), merkleRootHex(sha256Bytes, lines)];
  return [
    ...(count === lines.length
      ? []
      : [finding("integrity.count", "payload", `it says ${count} events, there are ${lines.length}`)]),
    ...(head === actualHead
      ? []
      : [finding("integrity.head", "payload", `it says ${head}, the last line's hash is ${actualHead}`)]),
    ...(root === actualRoot ? [] : [finding("integrity.root", "payload", `it says ${root}, the tree's root is ${actualRoot}`)]),
  ];
};

/** A run that was cut off has no `close`; one that was joined to another has two. */
export const checkClose = ({ events }: Opened): readonly Finding[] => {
  const closes = events.flatMap(({ kind }, index) => (kind === "close" ? [index] : []));
  return closes.length === 1 && closes[0] === events.length - 1
    ? []
    : [
        finding(
          "integrity.close",
          receiptFiles.events,
          `${closes.length} close events among ${events.length}; one is to be the last`,
        ),
      ];
};
