// The golden receipt, and ways of changing it: raw, with another statement, or with another life, signed again by the committed corpus key.
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildReceipt, readSigner } from "../../dist/adapters/receipts/index.js";
import { bundleOf, canonicalBytes, sealEnvelope } from "../../dist/adapters/receipts/seal.js";
import { canonicalJson, utf8Bytes } from "../../dist/base/index.js";
import { sha256Hex } from "../../dist/base/crypto/digest.js";

export const root = fileURLToPath(new URL("../../", import.meta.url));
const [name] = readdirSync(join(root, "receipts/golden/v1"));
const golden = join(root, "receipts/golden/v1", name);
const text = (file) => readFileSync(join(golden, file), "utf8");

const scratch = mkdtempSync(join(tmpdir(), "make-tampered-"));
copyFileSync(join(root, "receipts/golden/fixture-key.pem"), join(scratch, "key.pem"));
chmodSync(join(scratch, "key.pem"), 0o600);
export const signer = await readSigner(join(scratch, "key.pem"));
rmSync(scratch, { recursive: true });

const policy = JSON.parse(text("policy.json"));
export const statement = JSON.parse(Buffer.from(JSON.parse(text("receipt.dsse.json")).payload, "base64").toString("utf8"));
const lines = text("events.jsonl").trimEnd().split("\n");
export const outputs = new Map(
  readdirSync(join(golden, "outputs")).map((index) => [
    Number(index),
    new Uint8Array(readFileSync(join(golden, "outputs", index))),
  ]),
);
const { predicate } = statement;
export const record = {
  runId: predicate.runId,
  policy,
  policyDigest: predicate.policyDigest,
  controlDigest: predicate.controlDigest,
  host: predicate.producer.host,
  planner: predicate.producer.planner,
  events: lines,
  status: predicate.summary.status,
  startedWallMs: predicate.timing.startedWallMs,
  endedWallMs: predicate.timing.endedWallMs,
};
export const parts = {
  version: predicate.producer.version,
  build: predicate.build,
  independentChecks: predicate.independentChecks,
  outputs,
};

export const files = () =>
  new Map([
    ...["events.jsonl", "policy.json", "receipt.dsse.json", "receipt.sigstore.json"].map((file) => [
      file,
      new Uint8Array(readFileSync(join(golden, file))),
    ]),
    ...[...outputs].map(([index, bytes]) => [`outputs/${index}`, bytes]),
  ]);

/** One file's text changed, and nothing else. */
export const raw = (file, edit) => () => files().set(file, utf8Bytes(edit(text(file))));
export const sealed = (payload, key = signer) => {
  const envelope = sealEnvelope(payload, key);
  return files()
    .set("receipt.dsse.json", canonicalBytes(envelope))
    .set("receipt.sigstore.json", canonicalBytes(bundleOf(envelope)));
};
/** The statement edited and signed again by the right key. */
export const stated = (edit) => () => {
  const copy = structuredClone(statement);
  edit(copy);
  return sealed(canonicalBytes(copy));
};
/** Events edited, the chain, root and subject made whole again, signed by the right key. */
export const lived = (edit) => () => {
  const events = edit(structuredClone(lines.map((line) => JSON.parse(line))));
  let { prev } = JSON.parse(lines[0]);
  const chained = events.map((event, seq) => {
    const line = canonicalJson({ ...event, seq, prev });
    prev = sha256Hex(`${line}\n`);
    return line;
  });
  return buildReceipt({ ...record, events: chained }, parts, signer).files;
};
/** The same, editing the bodies of one kind of event. */
export const bodies = (kind, edit) =>
  lived((events) => {
    let nth = 0;
    for (const { body } of events) if (body.kind === kind) edit(body, nth++);
    return events;
  });
