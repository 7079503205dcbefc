import { hmacSha256Hex } from "../base/crypto/digest.js";
import { canonicalJson, type Json } from "../base/json.js";
import { openCommitment } from "../core/presentation.js";
import type { Commit, CommitContext } from "../core/seal/commit.js";
import { bytesFromHex } from "../base/bytes.js";

/** The run's secret and what is derived from it. It never leaves the process, and dies with the run. */
export type Secrets = {
  readonly commit: Commit;
  readonly saltOf: (context: CommitContext) => string;
  /** One salt for all frames of the run, so that equal frames can be seen to be equal, inside this run only. */
  readonly frameSalt: Uint8Array;
  /** What keeps the hash of event `seq` from being guessed: 32 hex digits. */
  readonly blindOf: (seq: number) => string;
};

export const createSecrets = (runId: string, secret: Uint8Array): Secrets => {
  // JCS of a list is an unambiguous, length-delimited form of the context.
  const salt = (parts: readonly (string | number)[]): string =>
    hmacSha256Hex(secret, `deskgate/salt/v1\0${canonicalJson([runId, ...parts] as Json)}`);
  // Derived, so that randomness which fails on the way cannot cost a run its record.
  const blind = (seq: number): string => hmacSha256Hex(secret, `deskgate/blind/v1\0${canonicalJson([runId, seq])}`).slice(0, 32);
  const saltOf = ({ kind, turn, index }: CommitContext): string => salt([kind, turn, index]);
  return {
    saltOf,
    commit: (context, value) => openCommitment(saltOf(context), value),
    blindOf: blind,
    frameSalt: bytesFromHex(salt(["frame"])),
  };
};
