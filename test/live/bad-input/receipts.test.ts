import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  appendFileSync,
  readFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { attempt, counting, openWorld, type World } from "./world.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const main = join(root, "dist/cli/main.js");
const deskgate = (...args: string[]) => spawnSync(process.execPath, [main, ...args], { encoding: "utf8", timeout: 20_000 });

const scratch = mkdtempSync(join(tmpdir(), "bad-receipts-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe("a receipts' folder that cannot be written", () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(async () => {
    await world.close();
  });

  // Root writes into any folder whatever its mode: the folder lies below a file, or where nothing can be made.
  test.each([
    { name: "below a file", folder: () => join(main, "receipts"), says: /ENOTDIR/ },
    { name: "in /proc", folder: () => "/proc/deskgate-receipts", says: /ENOENT/ },
  ])("$name: receipt_not_written is thrown, naming the run and the folder; nothing is half-written", async ({ folder, says }) => {
    const { built } = world;
    const { signer } = built.generateSigner("ed25519");
    const build = { commit: null, dirty: null, sources: null, addonSha256: null, supervisorSha256: null };
    const receipts = built.receiptFolder({ folder: folder(), signer, version: "0.0.0", build });
    const { result, seen } = await counting(world, async () => attempt(world, { receipts }));
    expect(result.error).toMatchObject({
      code: "receipt_not_written",
      message: expect.stringMatching(/^run fixture-main-\w+ ended completed, but its receipt could not be written/),
    });
    expect(String(result.error?.cause)).toMatch(says);
    expect(result.tookMs).toBeLessThan(5_000);
    expect(existsSync(folder())).toBe(false);
    // The control: it is the receipt that failed, and not the run.
    expect(seen.target).toBeGreaterThan(0);
  });
});

describe("deskgate fixture-live with a key or folder that cannot be used: exit 1 in one line, before anything is started", () => {
  const file = (name: string, text: string, mode: number): string => {
    const path = join(scratch, name);
    writeFileSync(path, text);
    chmodSync(path, mode);
    return path;
  };
  const pem = readFileSync(join(root, "receipts/golden/fixture-key.pem"), "utf8");
  const link = (): string => {
    const path = join(scratch, "link.pem");
    symlinkSync(file("real.pem", pem, 0o600), path);
    return path;
  };
  test.each([
    {
      name: "a missing key",
      args: () => ["--key", join(scratch, "none.pem")],
      says: /none\.pem: it is not there; make one with `deskgate keys new`/,
    },
    {
      name: "a corrupt key",
      args: () => ["--key", file("corrupt.pem", "junk", 0o600)],
      says: /corrupt\.pem: it holds no .* private key/,
    },
    {
      name: "a truncated key",
      args: () => ["--key", file("short.pem", pem.slice(0, 60), 0o600)],
      says: /short\.pem: it holds no .* private key/,
    },
    {
      name: "a key that others can read",
      args: () => ["--key", file("open.pem", pem, 0o644)],
      says: /open\.pem: its mode is 644.*chmod 600/,
    },
    { name: "a link to a key", args: () => ["--key", link()], says: /link\.pem: .*ELOOP/ },
    { name: "a folder as a key", args: () => ["--key", scratch], says: /no regular file/ },
    {
      name: "a folder below a file",
      args: () => ["--receipts", join(main, "x")],
      says: /ENOTDIR.*name a folder that can be written with --receipts/,
    },
    { name: "a folder in /proc", args: () => ["--receipts", "/proc/x/y"], says: /ENOENT.*--receipts/ },
    {
      name: "a trust file that is none",
      args: () => {
        file("trust.json", "{}", 0o644);
        return [];
      },
      says: /trust\.json: .*move it away/,
    },
  ])("$name", ({ args, says }) => {
    const given = args();
    const { status, stdout, stderr } = deskgate(
      "fixture-live",
      "--receipts",
      given[0] === "--receipts" ? (given[1] ?? "") : scratch,
      ...(given[0] === "--receipts" ? [] : given),
    );
    expect(stderr).toMatch(says);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(status).toBe(1);
    expect(stdout).not.toMatch(/Xvfb/);
    rmSync(join(scratch, "trust.json"), { force: true });
  });
});

describe("deskgate verify of a receipt that is not whole", () => {
  const golden = join(root, "receipts/golden/v1");
  const [name = ""] = readdirSync(golden);
  const trust = join(root, "receipts/golden/trust.json");
  const copy = join(scratch, "receipt");
  const verify = () => deskgate("verify", copy, "--trust", trust, "--profile", "fixture-live", "--format", "json");
  const events = join(copy, "events.jsonl");

  beforeEach(() => {
    rmSync(copy, { recursive: true, force: true });
    cpSync(join(golden, name), copy, { recursive: true });
  });

  test("control: the copy itself is accepted", () => {
    expect(verify().status).toBe(0);
  });

  test.each([
    { name: "the directory is missing", harm: () => rmSync(copy, { recursive: true }), exit: 2, check: "container.readable" },
    {
      name: "the directory is a file",
      harm: () => {
        rmSync(copy, { recursive: true });
        writeFileSync(copy, "");
      },
      exit: 2,
      check: "container.readable",
    },
    {
      name: "the directory is empty",
      harm: () => {
        for (const entry of readdirSync(copy)) rmSync(join(copy, entry), { recursive: true });
      },
      exit: 2,
      check: "container.receipt",
    },
    { name: "the envelope is missing", harm: () => rmSync(join(copy, "receipt.dsse.json")), exit: 1, check: "container.files" },
    { name: "events.jsonl is missing", harm: () => rmSync(events), exit: 1, check: "container.files" },
    { name: "events.jsonl is cut in a line", harm: () => truncateSync(events, 1000), exit: 1, check: "form.lines" },
    {
      name: "events.jsonl is cut between lines",
      harm: () => writeFileSync(events, `${readFileSync(events, "utf8").split("\n").slice(0, 10).join("\n")}\n`),
      exit: 1,
      check: "",
    },
    { name: "events.jsonl is empty", harm: () => truncateSync(events, 0), exit: 1, check: "" },
    { name: "a file is added", harm: () => writeFileSync(join(copy, "note.txt"), "x"), exit: 1, check: "container.files" },
    {
      name: "a folder is added",
      harm: () => cpSync(join(golden, name), join(copy, "more"), { recursive: true }),
      exit: 1,
      check: "container.files",
    },
    {
      name: "events.jsonl is a link to the right bytes",
      harm: () => {
        cpSync(events, join(scratch, "events.jsonl"));
        rmSync(events);
        symlinkSync(join(scratch, "events.jsonl"), events);
      },
      exit: 1,
      check: "container.files",
    },
    {
      name: "events.jsonl is a pipe that nobody writes",
      harm: () => {
        rmSync(events);
        spawnSync("mkfifo", [events]);
      },
      exit: 1,
      check: "container.files",
    },
    { name: "events.jsonl is huge", harm: () => truncateSync(events, 8 * 1024 ** 3), exit: 1, check: "container.size" },
    {
      name: "policy.json is huge",
      harm: () => truncateSync(join(copy, "policy.json"), 8 * 1024 ** 3),
      exit: 1,
      check: "container.size",
    },
    {
      name: "the envelope is huge",
      harm: () => truncateSync(join(copy, "receipt.dsse.json"), 8 * 1024 ** 3),
      exit: 1,
      check: "container.size",
    },
    { name: "the envelope is no JSON", harm: () => appendFileSync(join(copy, "receipt.dsse.json"), "}"), exit: 1, check: "" },
  ])("$name: exit $exit", ({ harm, exit, check }) => {
    harm();
    const started = performance.now();
    const { status, stdout, stderr } = verify();
    const took = performance.now() - started;
    const findings =
      status === null
        ? []
        : (JSON.parse(stdout) as { receipts: { findings: { check: string; says: string }[] }[] }).receipts.flatMap(
            (each) => each.findings,
          );
    expect({ status, findings: findings.map((each) => each.check), stderr }).toMatchObject({ status: exit, stderr: "" });
    if (check !== "") expect(findings.map((each) => each.check)).toContain(check);
    expect(findings.every(({ says }) => says.length > 10)).toBe(true);
    expect(took).toBeLessThan(10_000);
  });
});
