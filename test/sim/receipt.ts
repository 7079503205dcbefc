import { buildReceipt, type ReceiptParts } from "../../src/adapters/receipts/index.ts";
import type { RunRecord } from "../../src/agent/ports.ts";
import { generateSigner } from "../../src/base/crypto/signature.ts";
import type { Trust } from "../../src/contract/receipt/index.ts";
import { verifyReceipt, type Files, type ReceiptReport } from "../../src/verify/index.ts";

const { signer } = generateSigner("ed25519");
const trust: Trust = [{ keyId: signer.keyId, algorithm: signer.algorithm, spki: signer.spki, role: "run" }];

const parts: ReceiptParts = {
  version: "0.0.0",
  build: {
    commit: "a".repeat(40),
    dirty: false,
    sources: { count: 1, digest: "b".repeat(64) },
    addonSha256: null,
    supervisorSha256: null,
  },
  independentChecks: [],
  outputs: new Map(),
};

/** A run's record as a signed receipt. */
export const sign = (record: RunRecord): Files => buildReceipt(record, parts, signer).files;

export const verify = (files: Files): ReceiptReport => verifyReceipt(files, { trust });

/** The first few findings, as one line. */
export const findings = (report: ReceiptReport): string =>
  report.findings
    .slice(0, 3)
    .map(({ check, where, says }) => `${check} at ${where}: ${says}`)
    .join("; ");
