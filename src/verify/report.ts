import { checks, type CheckId, type Exit } from "./checks.js";

/** Something that is not as its check says. `where` is a file, with a line or an event's seq. */
export type Finding = { readonly check: CheckId; readonly where: string; readonly says: string };

/** A check that was not asked for, and so says nothing. */
export type NotMade = { readonly id: CheckId; readonly why: string };

export type ReceiptReport = {
  readonly exit: Exit;
  /** A receipt's name: SHA-256 of its payload bytes. `undefined` where there is no payload that could be read. */
  readonly payloadDigest: string | undefined;
  readonly runId: string | undefined;
  readonly status: string | undefined;
  readonly events: number | undefined;
  readonly profile: string | undefined;
  readonly findings: readonly Finding[];
  readonly notMade: readonly NotMade[];
};

export const finding = (check: CheckId, where: string, says: string): Finding => ({ check, where, says });

const order: readonly Exit[] = [1, 3, 2, 4, 0];

/** The worst of several exit codes. Not authentic is worse than inadmissible, which is worse than not knowing. */
export const worst = (exits: readonly Exit[]): Exit => order.find((exit) => exits.includes(exit)) ?? 0;

export const exitOf = (findings: readonly Finding[]): Exit => worst(findings.map(({ check }) => checks[check].exit));
