import { canonicalBytes, sealEnvelope } from "../../../src/adapters/receipts/seal.ts";
import { base64FromBytes } from "../../../src/base/index.ts";
import { generateSigner } from "../../../src/base/crypto/signature.ts";
import { receiptBytesMax, receiptFiles, type Envelope } from "../../../src/contract/receipt/index.ts";
import { signer, trustOf } from "../receipts.ts";
import {
  envelopeOf,
  honest,
  payloadOf,
  resealed,
  restated,
  textOf,
  withEnvelope,
  withFile,
  withText,
  without,
  type Vector,
} from "./vector.ts";

const vector = (check: Vector["check"], when: string, make: Vector["make"]): Vector => ({ check, when, make });
const signature = (envelope: Envelope): Envelope["signatures"][0] => envelope.signatures[0];

const p256 = generateSigner("p256").signer;
const other = generateSigner("ed25519").signer;

export const container: readonly Vector[] = [
  vector("container.receipt", "the folder is empty", async () => ({ files: new Map() })),
  vector("container.receipt", "only other files are there", async () => ({ files: new Map([["notes.txt", new Uint8Array()]]) })),
  vector("container.trust", "the trust file has no key", async () => ({ files: await honest(), options: { trust: [] } })),
  vector("container.trust", "a fixture key without the profile that asks for it", async () => ({
    files: await honest(),
    options: { trust: trustOf(signer, "fixture") },
  })),
  ...Object.values(receiptFiles).map((name) =>
    vector("container.files", `${name} is missing`, async () => ({ files: without(await honest(), name) })),
  ),
  ...["notes.txt", "outputs/100", "outputs/01", "outputs/x", "Events.jsonl", "outputs/"].map((name) =>
    vector("container.files", `${name} is there as well`, async () => ({
      files: withFile(await honest(), name, new Uint8Array()),
    })),
  ),
  vector("container.size", "policy.json is larger than its cap", async () => ({
    files: withFile(await honest(), receiptFiles.policy, new Uint8Array(receiptBytesMax.policy + 1)),
  })),
  vector("container.envelope", "the envelope has an unknown field", async () => {
    const files = await honest();
    return { files: withFile(files, receiptFiles.envelope, canonicalBytes({ ...envelopeOf(files), extra: 1 })) };
  }),
  vector("container.envelope", "the envelope has two signatures", async () => {
    const files = await honest();
    const envelope = envelopeOf(files);
    return {
      files: withFile(
        files,
        receiptFiles.envelope,
        canonicalBytes({ ...envelope, signatures: [signature(envelope), signature(envelope)] }),
      ),
    };
  }),
  vector("container.envelope", "the envelope ends in a line feed", async () => {
    const files = await honest();
    return { files: withText(files, receiptFiles.envelope, `${textOf(files, receiptFiles.envelope)}\n`) };
  }),
  vector("container.envelope", "the payload stands there twice", async () => {
    const files = await honest();
    return {
      files: withText(
        files,
        receiptFiles.envelope,
        textOf(files, receiptFiles.envelope).replace('{"payload"', '{"payload":"e30=","payload"'),
      ),
    };
  }),
  vector("container.payload-type", "the payload type is another", async () => {
    const files = await honest();
    return { files: withEnvelope(files, { ...envelopeOf(files), payloadType: "application/json" }) };
  }),
  vector("container.base64", "the payload has no padding", async () => {
    const files = await honest();
    const payload = new Uint8Array([...payloadOf(files), ...(payloadOf(files).length % 3 === 0 ? [0x20] : [])]);
    return { files: withEnvelope(files, { ...envelopeOf(files), payload: base64FromBytes(payload).replaceAll("=", "") }) };
  }),
  vector("container.base64", "the signature is in the URL alphabet", async () => {
    const files = await honest();
    const envelope = envelopeOf(files);
    return {
      files: withEnvelope(files, {
        ...envelope,
        signatures: [{ ...signature(envelope), sig: `${signature(envelope).sig.slice(0, -4)}-_==` }],
      }),
    };
  }),
  vector("container.key", "it is signed by a key that nobody trusts", async () => {
    const files = await honest();
    return { files: resealed(files, payloadOf(files), other) };
  }),
  ...(["observer", "verifier", "checkpoint"] as const).map((role) =>
    vector("container.role", `it is signed by a key of role ${role}`, async () => {
      const files = await honest();
      return { files: resealed(files, payloadOf(files), other), options: { trust: [...trustOf(signer), ...trustOf(other, role)] } };
    }),
  ),
  vector("container.signature", "a bit of the payload is flipped", async () => {
    const files = await honest();
    const payload = payloadOf(files).map((byte, index) => (index === 100 ? byte ^ 1 : byte));
    return { files: withEnvelope(files, { ...envelopeOf(files), payload: base64FromBytes(payload) }) };
  }),
  vector("container.signature", "another key's signature under this key's name", async () => {
    const files = await honest();
    const forged = sealEnvelope(payloadOf(files), other);
    return { files: withEnvelope(files, { ...forged, signatures: [{ ...signature(forged), keyid: signer.keyId }] }) };
  }),
  vector("container.signature", "the name of a key of the other algorithm", async () => {
    const files = await honest();
    const envelope = envelopeOf(files);
    return {
      files: withEnvelope(files, { ...envelope, signatures: [{ ...signature(envelope), keyid: p256.keyId }] }),
      options: { trust: [...trustOf(signer), ...trustOf(p256)] },
    };
  }),
  vector("container.bundle", "the bundle holds another envelope", async () => {
    const [files, foreign] = [await honest(), await honest()];
    const later = restated(foreign, (statement) => void (statement.predicate.timing.endedWallMs += 1));
    return { files: withFile(files, receiptFiles.bundle, later.get(receiptFiles.bundle) ?? new Uint8Array()) };
  }),
  vector("container.bundle", "the bundle hints at another key", async () => {
    const files = await honest();
    return {
      files: withText(
        files,
        receiptFiles.bundle,
        textOf(files, receiptFiles.bundle).replace(`"hint":"${signer.keyId}"`, `"hint":"${other.keyId}"`),
      ),
    };
  }),
  vector("container.bundle", "the bundle has a log entry", async () => {
    const files = await honest();
    return {
      files: withText(
        files,
        receiptFiles.bundle,
        textOf(files, receiptFiles.bundle).replace('"tlogEntries":[]', '"tlogEntries":[{}]'),
      ),
    };
  }),
  vector("container.version", "the predicate is of a later version", async () => ({
    files: restated(await honest(), (statement) => ({ ...statement, predicateType: "urn:deskgate:governed-run:v2" })),
  })),
  vector("container.version", "the statement is of an older version", async () => ({
    files: restated(await honest(), (statement) => ({ ...statement, _type: "https://in-toto.io/Statement/v0.1" })),
  })),
  vector("container.version", "the machine is of a version that is not carried", async () => ({
    files: restated(await honest(), (statement) => void (statement.predicate.machineVersion = 99)),
  })),
];
