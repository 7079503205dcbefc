/** The files of a receipt. The list is closed: any other file is a finding. */
export const receiptFiles = {
  events: "events.jsonl",
  envelope: "receipt.dsse.json",
  bundle: "receipt.sigstore.json",
  policy: "policy.json",
} as const;

/** Public outputs: `outputs/<index into policy.outputs>`, so that no file name of the target's is ever a name of ours. */
export const outputName = (index: number): string => `outputs/${index}`;
export const outputPattern = /^outputs\/(0|[1-9][0-9]?)$/;

/** Caps that hold before anything is parsed. */
export const receiptBytesMax = {
  events: 268_435_456,
  /** Of one line of events.jsonl. A batch of long drags is the largest. */
  event: 4_194_304,
  envelope: 67_108_864,
  bundle: 67_108_864,
  payload: 33_554_432,
  policy: 65_536,
  output: 16_777_216,
  trust: 1_048_576,
} as const;

/** in-toto Statement v1 and its DSSE payload type (in-toto attestation framework, v1). */
export const statementType = "https://in-toto.io/Statement/v1";
export const payloadType = "application/vnd.in-toto+json";
export const predicateType = "urn:deskgate:governed-run:v1";
/** Sigstore bundle format v0.3 (protobuf-specs, `sigstore_bundle.proto`). */
export const bundleMediaType = "application/vnd.dev.sigstore.bundle.v0.3+json";
