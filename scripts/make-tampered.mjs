// node scripts/make-tampered.mjs: makes receipts/tampered/ anew from the golden receipt. Each folder's name says what `deskgate verify` must
// give: <exit>-<check>-<n>. Whatever needs the right key is signed with the committed corpus key, so that only the named check stands between.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildReceipt } from "../dist/adapters/receipts/index.js";
import { canonicalBytes } from "../dist/adapters/receipts/seal.js";
import { utf8Bytes } from "../dist/base/index.js";
import { generateSigner } from "../dist/base/crypto/signature.js";
import { parseTrust } from "../dist/contract/receipt/index.js";
import { checks, verifyReceipt } from "../dist/verify/index.js";
import { root, signer, statement, record, parts, files, raw, sealed, stated, lived, bodies } from "./tampered/making.mjs";

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
    "admissibility.attestation",
    bodies("attested", (body) => {
      body.attestation = "absent";
    }),
  ],
  [
    "admissibility.attestation",
    bodies("attested", (body) => {
      body.attestation.allowlists.writes = "0".repeat(64);
    }),
  ],
  [
    "admissibility.fresh-frame",
    bodies("captured", (body) => {
      if (body.surface !== null) body.frame.equal = null;
    }),
  ],
  [
    "admissibility.replan",
    bodies("capture", (body, nth) => {
      if (body.purpose === "plan" && nth > 0) body.purpose = "complete";
    }),
  ],
  [
    "admissibility.reobservation",
    lived((events) => {
      const last = events.findLastIndex(({ body }) => body.kind === "observed");
      return events.filter((_, index) => index !== last && index !== last - 1);
    }),
  ],
  [
    "admissibility.target",
    bodies("captured", (body, nth) => {
      if (nth === 0) body.before.focus = { kind: "root" };
    }),
  ],
  [
    "admissibility.run-preview",
    bodies("previewRun", (body) => {
      body.preview.authority.limits.stepsMax += 1;
    }),
  ],
  [
    "admissibility.reuse",
    lived((events) => {
      const { nonce } = events.find(({ body }) => body.kind === "resolved").body;
      for (const { body } of events) {
        if (body.kind === "resolved") body.nonce = nonce;
        if (body.kind === "previewAction") body.preview.nonce = nonce;
      }
      return events;
    }),
  ],
  [
    "admissibility.sealing",
    bodies("planned", (body, nth) => {
      if (nth === 0) body.answer.proposals.push({ form: "action", action: { type: "key", key: { chord: "a" }, repeat: 1 } });
    }),
  ],
  [
    "admissibility.primitive",
    lived((events) => {
      for (const { body } of events)
        if (body.kind === "journal" || body.kind === "dispatch") body.admission.primitiveDigest = "0".repeat(64);
      return events;
    }),
  ],
  [
    "admissibility.outcome",
    bodies("dispatched", (body, nth) => {
      if (nth === 0) body.outcome = { outcome: "input_grabbed" };
    }),
  ],
  [
    "admissibility.action-preview",
    bodies("previewAction", (body, nth) => {
      if (nth === 0) body.preview.effects.class = "irreversible";
    }),
  ],
  ["admissibility.cleanup", lived((events) => events.filter(({ body }) => !["release", "released"].includes(body.kind)))],
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
