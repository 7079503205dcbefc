import { bundleOf, canonicalBytes, sealEnvelope } from "../../../src/adapters/receipts/seal.ts";
import { bytesFromBase64, canonicalJson, utf8Bytes, utf8Text, type Json } from "../../../src/base/index.ts";
import type { Signer } from "../../../src/base/crypto/signature.ts";
import { receiptFiles, type Envelope, type ReceiptEvent, type Statement } from "../../../src/contract/receipt/index.ts";
import type { CheckId, Files, Machine, VerifyOptions } from "../../../src/verify/index.ts";
import { honestRecord, receiptOf, signer } from "../receipts.ts";

/** A receipt that exactly one check rejects. */
export type Vector = {
  readonly check: CheckId;
  readonly when: string;
  readonly make: () => Promise<{ readonly files: Files; readonly options?: Partial<VerifyOptions> }>;
};

export const honest = async (): Promise<Files> => receiptOf(await honestRecord()).files;

export const withFile = (files: Files, name: string, bytes: Uint8Array): Files => new Map([...files, [name, bytes]]);
export const without = (files: Files, name: string): Files => new Map([...files].filter(([other]) => other !== name));

export const textOf = (files: Files, name: string): string => utf8Text(files.get(name) ?? new Uint8Array()) ?? "";
export const withText = (files: Files, name: string, text: string): Files => withFile(files, name, utf8Bytes(text));

export const envelopeOf = (files: Files): Envelope => JSON.parse(textOf(files, receiptFiles.envelope)) as Envelope;
export const payloadOf = (files: Files): Uint8Array => bytesFromBase64(envelopeOf(files).payload) ?? new Uint8Array();
export const statementOf = (files: Files): Statement => JSON.parse(utf8Text(payloadOf(files)) ?? "") as Statement;

/** The receipt with another envelope, and a bundle that fits it. */
export const withEnvelope = (files: Files, envelope: Envelope): Files =>
  withFile(
    withFile(files, receiptFiles.envelope, canonicalBytes(envelope)),
    receiptFiles.bundle,
    canonicalBytes(bundleOf(envelope)),
  );

/** The receipt with another payload, signed by a key that is trusted. */
export const resealed = (files: Files, payload: Uint8Array, key: Signer = signer): Files =>
  withEnvelope(files, sealEnvelope(payload, key));

/** The receipt with an edited statement, signed again by the right key. */
export const restated = (files: Files, edit: (statement: Statement) => unknown): Files => {
  const statement = structuredClone(statementOf(files));
  const edited = edit(statement) ?? statement;
  return resealed(files, utf8Bytes(canonicalJson(edited as Json)));
};

const isInput = ({ body }: ReceiptEvent): boolean => "wallMs" in body;

/** A machine that gives whatever the receipt says it gave: only laws are left to judge. */
export const echo = (events: readonly ReceiptEvent[]): ReadonlyMap<number, Machine> => {
  const outputsAfter = (index: number) => {
    const rest = events.slice(index + 1);
    const next = rest.findIndex((event) => isInput(event));
    return (next === -1 ? rest : rest.slice(0, next)).map(({ body }) => body);
  };
  const inputs = events.flatMap((event, index) => (isInput(event) ? [index] : []));
  const machine = {
    begin: () => 0,
    step: (state: number) => ({ state: state + 1, outputs: outputsAfter(inputs[state] ?? 0) }),
  };
  return new Map([[1, machine as unknown as Machine]]);
};
