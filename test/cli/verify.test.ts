import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readSigner, writeReceipt } from "../../src/adapters/receipts/index.ts";
import { keysCommand } from "../../src/cli/keys/command.ts";
import { verifyCommand } from "../../src/cli/verify/command.ts";
import type { RunRecord } from "../../src/agent/ports.ts";
import { honestRecord, receiptOf } from "../verify/receipts.ts";

let folder = "";
let out = "";
let err = "";
const io = {
  out: (text: string) => void (out += text),
  err: (text: string) => void (err += text),
  isTerminal: false,
  colour: false,
};
const verify = (...argv: string[]): Promise<number> => verifyCommand(argv, io);
const keys = (...argv: string[]): Promise<number> => keysCommand(argv, io);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deskgate-cli-"));
  [out, err] = ["", ""];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const trust = (): string => join(folder, "trust.json");
const receiptAt = async (name: string, edit: (record: RunRecord) => RunRecord = (record) => record): Promise<string> => {
  const key = join(folder, "run.pem");
  try {
    statSync(key);
  } catch {
    expect(await keys("new", "--role", "run", "--out", key, "--trust", trust())).toBe(0);
  }
  const directory = join(folder, name);
  await writeReceipt(directory, receiptOf(edit(await honestRecord()), {}, await readSigner(key)).files);
  return directory;
};

describe("keys new", () => {
  test.each(["ed25519", "p256"])("a %s key of mode 0600 that the trust file lists", async (algorithm) => {
    expect(
      await keys("new", "--role", "observer", "--algorithm", algorithm, "--out", join(folder, "k.pem"), "--trust", trust()),
    ).toBe(0);
    expect(statSync(join(folder, "k.pem")).mode & 0o777).toBe(0o600);
    const listed = JSON.parse(readFileSync(trust(), "utf8")) as { keys: { keyId: string; role: string }[] };
    expect(listed.keys).toMatchObject([{ role: "observer", algorithm, keyId: (await readSigner(join(folder, "k.pem"))).keyId }]);
    expect(out).toContain(listed.keys[0]?.keyId);
    expect(out + err).not.toContain("PRIVATE");
  });
  test("a second key is added, and no key is written over", async () => {
    const first = ["new", "--role", "run", "--out", join(folder, "k.pem"), "--trust", trust()];
    expect(await keys(...first)).toBe(0);
    const before = readFileSync(join(folder, "k.pem"), "utf8");
    expect(await keys(...first)).toBe(1);
    expect(err).toContain("never written over");
    expect(readFileSync(join(folder, "k.pem"), "utf8")).toBe(before);
    expect(await keys("new", "--role", "run", "--out", join(folder, "l.pem"), "--trust", trust())).toBe(0);
    expect((JSON.parse(readFileSync(trust(), "utf8")) as { keys: unknown[] }).keys).toHaveLength(2);
  });
  test("a trust file that is edited by hand is left alone, and no key is made for it", async () => {
    writeFileSync(trust(), '{"keys":[],"trustVersion":1}');
    expect(await keys("new", "--role", "run", "--out", join(folder, "k.pem"), "--trust", trust())).toBe(1);
    expect(err).toContain("let that command edit it");
    expect(() => statSync(join(folder, "k.pem"))).toThrow();
  });
  test.each(
    [
      [],
      ["old"],
      ["new"],
      ["new", "--role", "root", "--out", "x", "--trust", "y"],
      ["new", "--role", "run"],
      ["new", "--rule", "run"],
    ].map((argv) => ({ argv })),
  )("$argv is a usage error", async ({ argv }) => expect(await keys(...argv)).toBe(64));
});

describe("verify", () => {
  test("an honest receipt: 0, in words and as JSON", async () => {
    const directory = await receiptAt("a");
    expect(await verify(directory, "--trust", trust())).toBe(0);
    expect(out).toMatch(/authentic +yes\n +admissible +yes\n +sufficient +no profile asked/);
    expect(out).toContain("not checked  binding.sources");
    out = "";
    expect(await verify(directory, "--trust", trust(), "--format", "json")).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ exit: 0, receipts: [{ directory, exit: 0, findings: [], status: "completed" }] });
  });
  test("the same receipt lacks what the fixture's profile asks for: 4", async () => {
    expect(await verify(await receiptAt("a"), "--trust", trust(), "--profile", "fixture-live")).toBe(4);
    expect(out).toContain("profile.refusals");
  });
  test("one flipped bit: 1", async () => {
    const directory = await receiptAt("a");
    const bytes = readFileSync(join(directory, "events.jsonl"));
    bytes.writeUInt8(bytes.readUInt8(3000) ^ 1, 3000);
    writeFileSync(join(directory, "events.jsonl"), bytes);
    expect(await verify(directory, "--trust", trust())).toBe(1);
  });
  test("the worst of several counts", async () => {
    const [good, bad] = [await receiptAt("a"), await receiptAt("b", (record) => ({ ...record, planner: "operator" }))];
    mkdirSync(join(folder, "empty"));
    expect(await verify(bad, "--trust", trust())).toBe(3);
    expect(await verify(join(folder, "empty"), "--trust", trust())).toBe(2);
    expect(await verify(join(folder, "empty"), bad, "--trust", trust())).toBe(3);
    expect(await verify(good, join(folder, "empty"), "--trust", trust())).toBe(2);
    expect(await verify(good, good, "--trust", trust())).toBe(1);
  });
  test.each([
    ["a file too many", (directory: string) => writeFileSync(join(directory, "notes.txt"), "x")],
    ["a folder too many", (directory: string) => mkdirSync(join(directory, "more"))],
    ["an empty outputs folder", (directory: string) => mkdirSync(join(directory, "outputs"))],
    [
      "a link instead of a file",
      (directory: string) => {
        rmSync(join(directory, "policy.json"));
        symlinkSync("/etc/hostname", join(directory, "policy.json"));
      },
    ],
    ["a file missing", (directory: string) => rmSync(join(directory, "receipt.sigstore.json"))],
    ["a truncated file", (directory: string) => writeFileSync(join(directory, "receipt.dsse.json"), "")],
  ])("%s: 1", async (_, change) => {
    const directory = await receiptAt("a");
    change(directory);
    expect(await verify(directory, "--trust", trust())).toBe(1);
  });
  test("a folder that is not there: 2", async () => {
    await receiptAt("a");
    expect(await verify(join(folder, "none"), "--trust", trust())).toBe(2);
    expect(out).toContain("container.readable");
  });
  test.each(
    [
      [],
      ["x"],
      ["x", "--trust"],
      ["x", "--trust", "t", "--trust", "u"],
      ["x", "--trust", "t", "--format", "xml"],
      ["x", "--trust", "t", "--profile", "none"],
      ["x", "--trust", "t", "--strict"],
    ].map((argv) => ({ argv })),
  )("$argv is a usage error: 2", async ({ argv }) => {
    expect(await verify(...argv)).toBe(2);
    expect(err).toContain("usage: deskgate verify");
  });
  test("a trust file that is missing or edited, and a repo that is none: 2, by name", async () => {
    const directory = await receiptAt("a");
    expect(await verify(directory, "--trust", join(folder, "no.json"))).toBe(2);
    expect(await verify(directory, "--trust", trust(), "--repo", folder)).toBe(2);
    expect(err).toMatch(/trust file .*no\.json[\s\S]*--repo/);
    writeFileSync(trust(), `${readFileSync(trust(), "utf8")}\n`);
    expect(await verify(directory, "--trust", trust())).toBe(2);
  });
});
