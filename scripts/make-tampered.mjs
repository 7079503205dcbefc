// node scripts/make-tampered.mjs: makes receipts/tampered/ anew from the golden receipt. Each folder's name says what `deskgate verify` must
// give: <exit>-<check>-<n>. Whatever needs the right key is signed with the committed corpus key, so that only the named check stands between.
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildReceipt, readSigner } from "../dist/adapters/receipts/index.js";
import { bundleOf, canonicalBytes, sealEnvelope } from "../dist/adapters/receipts/seal.js";
import { canonicalJson, utf8Bytes } from "../dist/base/index.js";
import { sha256Hex } from "../dist/base/crypto/digest.js";
import { generateSigner } from "../dist/base/crypto/signature.js";
import { parseTrust } from "../dist/contract/receipt/index.js";
import { checks, verifyReceipt } from "../dist/verify/index.js";

const root = fileURLToPath(new URL("../", import.meta.url));
const [name] = readdirSync(join(root, "receipts/golden/v1"));
const golden = join(root, "receipts/golden/v1", name);
const text = (file) => readFileSync(join(golden, file), "utf8");

const scratch = mkdtempSync(join(tmpdir(), "make-tampered-"));
copyFileSync(join(root, "receipts/golden/fixture-key.pem"), join(scratch, "key.pem"));
chmodSync(join(scratch, "key.pem"), 0o600);
const signer = await readSigner(join(scratch, "key.pem"));
rmSync(scratch, { recursive: true });

const policy = JSON.parse(text("policy.json"));
const statement = JSON.parse(Buffer.from(JSON.parse(text("receipt.dsse.json")).payload, "base64").toString("utf8"));
const lines = text("events.jsonl").trimEnd().split("\n");
const outputs = new Map(
  readdirSync(join(golden, "outputs")).map((index) => [
    Number(index),
    new Uint8Array(readFileSync(join(golden, "outputs", index))),
  ]),
);
const { predicate } = statement;
const record = {
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
const parts = {
  version: predicate.producer.version,
  build: predicate.build,
  independentChecks: predicate.independentChecks,
  outputs,
};

const files = () =>
  new Map([
    ...["events.jsonl", "policy.json", "receipt.dsse.json", "receipt.sigstore.json"].map((file) => [
      file,
      new Uint8Array(readFileSync(join(golden, file))),
    ]),
    ...[...outputs].map(([index, bytes]) => [`outputs/${index}`, bytes]),
  ]);

/** One file's text changed, and nothing else. */
const raw = (file, edit) => () => files().set(file, utf8Bytes(edit(text(file))));
const sealed = (payload, key = signer) => {
  const envelope = sealEnvelope(payload, key);
  return files()
    .set("receipt.dsse.json", canonicalBytes(envelope))
    .set("receipt.sigstore.json", canonicalBytes(bundleOf(envelope)));
};
/** The statement edited and signed again by the right key. */
const stated = (edit) => () => {
  const copy = structuredClone(statement);
  edit(copy);
  return sealed(canonicalBytes(copy));
};
/** Events edited, the chain, root and subject made whole again, signed by the right key. */
const lived = (edit) => () => {
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
const bodies = (kind, edit) =>
  lived((events) => {
    let nth = 0;
    for (const { body } of events) if (body.kind === kind) edit(body, nth++);
    return events;
  });

const cases = [
  ["container.files", () => files().set("notes.txt", utf8Bytes("x"))],
  [
    "container.files",
    () => {
      const all = files();
      all.delete("policy.json");
      return all;
    },
  ],
  ["container.envelope", raw("receipt.dsse.json", (all) => all.replace("{", '{"extra":1,'))],
  ["container.key", () => sealed(canonicalBytes(statement), generateSigner("ed25519").signer)],
  [
    "container.signature",
    raw("receipt.dsse.json", (all) => all.replace(/"sig":"(.)/, (_, first) => `"sig":"${first === "A" ? "B" : "A"}`)),
  ],
  [
    "container.bundle",
    raw("receipt.sigstore.json", (all) =>
      all.replace(/"hint":"./, (start) => `${start.slice(0, -1)}${start.endsWith("0") ? "1" : "0"}`),
    ),
  ],
  ["form.canonical", raw("policy.json", (all) => ` ${all}`)],
  ["integrity.subjects", raw("events.jsonl", (all) => all.replace('"settled":true', '"settled":false'))],
  ["integrity.subjects", raw("events.jsonl", (all) => all.split("\n").slice(0, -2).join("\n") + "\n")],
  [
    "integrity.count",
    stated((copy) => {
      copy.predicate.events.count += 1;
    }),
  ],
  [
    "integrity.root",
    stated((copy) => {
      copy.predicate.events.root = "0".repeat(64);
    }),
  ],
  [
    "integrity.head",
    stated((copy) => {
      copy.predicate.events.head = "0".repeat(64);
    }),
  ],
  [
    "binding.summary",
    stated((copy) => {
      copy.predicate.summary.status = "refused";
    }),
  ],
  [
    "binding.policy",
    bodies("opened", (body) => {
      body.policyDigest = "0".repeat(64);
    }),
  ],
  ["binding.outputs", () => buildReceipt(record, { ...parts, outputs: new Map([[0, utf8Bytes("0".repeat(64))]]) }, signer).files],
  [
    "admissibility.replay",
    bodies("runDecided", (body) => {
      body.answer.decision = "deny";
    }),
  ],
  [
    "admissibility.run-decision",
    bodies("runDecided", (body) => {
      body.answer = "absent";
    }),
  ],
  [
    "admissibility.step-up",
    bodies("steppedUp", (body) => {
      body.answer = "absent";
    }),
  ],
  [
    "admissibility.decision",
    bodies("actionDecided", (body, nth) => {
      if (nth === 0) body.answer = "absent";
    }),
  ],
  [
    "admissibility.completion",
    bodies("completionChecked", (body) => {
      if (body.result !== "absent") for (const check of body.result.checks) check.passed = false;
    }),
  ],
  [
    "admissibility.attestation",
    bodies("attested", (body) => {
      body.attestation.kind = "logical";
    }),
  ],
  [
    "admissibility.fresh-frame",
    bodies("captured", (body) => {
      if (body.frame.equal === false) return;
      if (body.surface !== null) body.frame.equal = false;
    }),
  ],
  [
    "admissibility.target",
    bodies("captured", (body) => {
      body.after.focus = { kind: "root" };
    }),
  ],
  [
    "admissibility.journal",
    bodies("journaled", (body) => {
      body.durable = false;
    }),
  ],
  [
    "admissibility.budget",
    bodies("planned", (body, nth) => {
      if (nth === 0) body.answer.usage = { report: "reported", inputTokens: 1, outputTokens: 100_000 };
    }),
  ],
  [
    "admissibility.surplus",
    bodies("effectsChecked", (body, nth) => {
      if (nth === 0) body.surplus.writes = 1;
    }),
  ],
  [
    "profile.checks",
    stated((copy) => {
      copy.predicate.independentChecks = copy.predicate.independentChecks.filter((check) => check.name !== "commit");
    }),
  ],
  [
    "profile.clean-tree",
    stated((copy) => {
      copy.predicate.build.dirty = true;
    }),
  ],
];

const trust = parseTrust(new Uint8Array(readFileSync(join(root, "receipts/golden/trust.json"))));
const folder = join(root, "receipts/tampered");
rmSync(folder, { recursive: true, force: true });
const counts = new Map();
for (const [check, make] of cases) {
  const made = make();
  const report = verifyReceipt(made, { trust: trust.trust, profile: "fixture-live" });
  const found = [...new Set(report.findings.map((finding) => finding.check))];
  const want = checks[check].exit;
  if (report.exit !== want || !found.includes(check)) {
    console.error(`${check}: verify gives ${report.exit} (${found.join(", ")}), not ${want}`);
    process.exitCode = 1;
    continue;
  }
  const n = (counts.get(check) ?? 0) + 1;
  counts.set(check, n);
  for (const [file, bytes] of made) {
    const path = join(folder, `${want}-${check}-${n}`, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
}
console.log(`make-tampered: ${cases.length} folders in receipts/tampered`);
