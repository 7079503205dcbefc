import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  buildReceipt,
  KeyFileError,
  measureBuild,
  readSigner,
  readSources,
  receiptFolder,
  writeReceipt,
} from "../../../src/adapters/receipts/index.ts";
import { algorithms, generateSigner, preAuthentication } from "../../../src/base/crypto/signature.ts";
import { bytesFromBase64 } from "../../../src/base/index.ts";
import { payloadType, type Envelope } from "../../../src/contract/receipt/index.ts";
import { honestRecord, parts, receiptOf, signer } from "../../verify/receipts.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deskgate-receipts-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("writing", () => {
  test("a receipt is one directory, dated, with exactly its files and nothing half-written beside it", async () => {
    const record = await honestRecord();
    const sink = receiptFolder({ folder: join(folder, "live"), signer, version: "0.1.0", build: parts.build });
    const { directory, payloadDigest } = await sink.write(record);
    expect(readdirSync(directory).toSorted()).toEqual([
      "events.jsonl",
      "policy.json",
      "receipt.dsse.json",
      "receipt.sigstore.json",
    ]);
    const began = new Date(record.startedWallMs)
      .toISOString()
      .replace(/\.\d+Z$/, "Z")
      .replaceAll(":", "");
    expect(readdirSync(join(folder, "live"))).toEqual([`${began}-${payloadDigest.slice(0, 4)}`]);
    expect(readFileSync(join(directory, "events.jsonl"), "utf8")).toBe(`${record.events.join("\n")}\n`);
  });

  test("a directory that is there is never written over, not even an empty one", async () => {
    const { files } = receiptOf(await honestRecord());
    const directory = join(folder, "one");
    await writeReceipt(directory, files);
    await expect(writeReceipt(directory, files)).rejects.toMatchObject({ code: "receipt_not_written" });
    mkdirSync(join(folder, "empty"));
    await expect(writeReceipt(join(folder, "empty"), files)).rejects.toMatchObject({ code: "receipt_not_written" });
    symlinkSync(join(folder, "nowhere"), join(folder, "link"));
    await expect(writeReceipt(join(folder, "link"), files)).rejects.toMatchObject({ code: "receipt_not_written" });
  });

  test("what fails half-way leaves nothing", async () => {
    const { files } = receiptOf(await honestRecord());
    const broken = new Map([...files, ["none/below", new Uint8Array()]]);
    await expect(writeReceipt(join(folder, "one"), broken)).rejects.toMatchObject({ code: "receipt_not_written" });
    expect(readdirSync(folder)).toEqual([]);
  });

  test("a record that the verifier's schema would refuse is not signed, and the reason is named", async () => {
    const record = await honestRecord();
    expect(() => buildReceipt({ ...record, planner: "two words" }, parts, signer)).toThrow("predicate.producer.planner");
    expect(() => buildReceipt({ ...record, events: record.events.slice(0, 5) }, parts, signer)).toThrow("has no end");
  });
});

const file = (name: string, bytes: Uint8Array): string => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};

test.each(algorithms)("openssl agrees with a %s signature over the envelope's payload", async (algorithm) => {
  const { signer: key } = generateSigner(algorithm);
  const { files } = receiptOf(await honestRecord(), {}, key);
  const envelope = JSON.parse(Buffer.from(files.get("receipt.dsse.json") ?? []).toString()) as Envelope;
  const payload = bytesFromBase64(envelope.payload) ?? new Uint8Array();
  const [spki, message, sig] = [
    file("key.der", key.spki),
    file("pae", preAuthentication(payloadType, payload)),
    file("sig", bytesFromBase64(envelope.signatures[0].sig) ?? new Uint8Array()),
  ];
  const how = algorithm === "ed25519" ? ["-rawin"] : ["-rawin", "-digest", "sha256"];
  const verify = () =>
    execFileSync(
      "openssl",
      ["pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", spki, "-sigfile", sig, "-in", message, ...how],
      { encoding: "utf8", stdio: "pipe" },
    );
  expect(verify()).toContain("Signature Verified Successfully");
  file(
    "pae",
    preAuthentication(
      payloadType,
      payload.map((byte, index) => (index === 9 ? byte ^ 1 : byte)),
    ),
  );
  expect(verify).toThrow();
});

describe("key files", () => {
  const { pem, signer: key } = generateSigner("ed25519");
  const keyFile = (mode: number, text = pem): string => {
    const path = join(folder, "key.pem");
    writeFileSync(path, text);
    chmodSync(path, mode);
    return path;
  };
  test("the owner's own file is read", async () => expect((await readSigner(keyFile(0o600))).keyId).toBe(key.keyId));
  test.each([0o640, 0o604, 0o644, 0o660])("mode %o is refused", async (mode) => {
    await expect(readSigner(keyFile(mode))).rejects.toThrow("chmod 600");
  });
  test("a missing, a foreign and a linked file are refused by name", async () => {
    await expect(readSigner(join(folder, "none.pem"))).rejects.toThrow("deskgate keys new");
    await expect(readSigner(keyFile(0o600, "no key"))).rejects.toBeInstanceOf(KeyFileError);
    symlinkSync(keyFile(0o600), join(folder, "link.pem"));
    await expect(readSigner(join(folder, "link.pem"))).rejects.toBeInstanceOf(KeyFileError);
  });
});

const git = (...args: string[]): string =>
  execFileSync("git", ["-C", folder, "-c", "user.name=t", "-c", "user.email=t@localhost", ...args], { encoding: "utf8" });

const checkout = (): void => {
  git("init", "-q");
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "src/a.ts"), "a");
  writeFileSync(join(folder, "README.md"), "b");
  git("add", ".");
  git("commit", "-qm", "one");
};

describe("what the program was built from", () => {
  const native = { addon: "/nonexistent/addon", supervisor: "/nonexistent/supervisor" };

  test("a clean checkout gives its commit and sources; documents are none", async () => {
    checkout();
    expect(await measureBuild(folder, native)).toMatchObject({
      commit: git("rev-parse", "HEAD").trim(),
      dirty: false,
      sources: { count: 1 },
      addonSha256: null,
    });
    expect((await readSources(folder)).map(({ path }) => path)).toEqual(["src/a.ts"]);
  });
  test.each([
    ["a changed source", () => writeFileSync(join(folder, "src/a.ts"), "x"), true],
    ["a deleted source", () => rmSync(join(folder, "src/a.ts")), true],
    ["a new source that is not tracked", () => writeFileSync(join(folder, "src/b.ts"), "x"), true],
    ["a changed document", () => writeFileSync(join(folder, "README.md"), "x"), false],
  ])("%s: dirty is what it says", async (_, change, dirty) => {
    checkout();
    const before = await measureBuild(folder, native);
    change();
    const after = await measureBuild(folder, native);
    expect(after.dirty).toBe(dirty);
    if (!dirty) expect(after.sources).toEqual(before.sources);
  });
  test("a folder inside somebody else's checkout is none, and so is one without git", async () => {
    checkout();
    const nothing = { commit: null, dirty: null, sources: null };
    expect(await measureBuild(join(folder, "src"), native)).toMatchObject(nothing);
    rmSync(join(folder, ".git"), { recursive: true });
    expect(await measureBuild(folder, native)).toMatchObject(nothing);
    await expect(readSources(folder)).rejects.toThrow();
  });
});
