import { join } from "node:path";
import type { ReceiptSink, RunRecord } from "../../agent/ports.js";
import type { Signer } from "../../base/crypto/signature.js";
import { buildReceipt, type ReceiptParts } from "./build.js";
import { writeReceipt } from "./write.js";

export type ReceiptFolderOptions = {
  /** Receipts are written below it, one directory a run. */
  readonly folder: string;
  /** A key of role `run`. */
  readonly signer: Signer;
  readonly version: string;
  readonly build: ReceiptParts["build"];
  /** What others checked, and the public outputs, asked for when the run is over. */
  readonly evidence?: (record: RunRecord) => Promise<Pick<ReceiptParts, "independentChecks" | "outputs">>;
};

const nothing = { independentChecks: [], outputs: new Map<number, Uint8Array>() };

/** `2026-12-01T001853Z-5f0c`: when the run began, and the first digits of the payload's digest (A51). */
const nameOf = (startedWallMs: number, payloadDigest: string): string =>
  `${new Date(startedWallMs).toISOString().slice(0, 19).replaceAll(":", "")}Z-${payloadDigest.slice(0, 4)}`;

/** A sink that signs each run's receipt and writes it into its own dated directory below `folder`. */
export const receiptFolder = ({ folder, signer, version, build, evidence }: ReceiptFolderOptions): ReceiptSink => ({
  write: async (record) => {
    const given = evidence === undefined ? nothing : await evidence(record);
    const { files, payloadDigest } = buildReceipt(record, { version, build, ...given }, signer);
    const directory = join(folder, nameOf(record.startedWallMs, payloadDigest));
    await writeReceipt(directory, files);
    return { directory, payloadDigest };
  },
});
