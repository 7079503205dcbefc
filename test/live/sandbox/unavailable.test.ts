import { spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const main = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "unavailable-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Some unprivileged uid where the tests run as root; else the one that they run as. */
const root = process.getuid?.() === 0;
const uid = root ? 60_124 : (process.getuid?.() ?? 0);
if (root) chownSync(folder, uid, uid);
const asUser = root ? ["setpriv", `--reuid=${uid}`, `--regid=${uid}`, "--clear-groups"] : [];

/** Where a sandbox forbids user namespaces to what is in it: that is how a container looks from inside. */
const run = (inside: readonly string[], ...args: readonly string[]) => {
  const [program = "", ...rest] = [
    ...asUser,
    ...inside,
    process.execPath,
    main,
    "fixture-live",
    "--receipts",
    join(folder, "r"),
    ...args,
  ];
  return spawnSync(program, rest, { encoding: "utf8", env: { PATH: process.env["PATH"] ?? "", HOME: folder, TMPDIR: folder } });
};
const open = ["bwrap", "--unshare-user", "--dev-bind", "/", "/"];
const closed = ["bwrap", "--unshare-user", "--disable-userns", "--dev-bind", "/", "/"];

test("where no user namespace may be made, nothing runs: exit 97, one reason, its cause and one fix", () => {
  const { status, stdout, stderr } = run(closed, "--json");
  expect(status).toBe(97);
  expect(JSON.parse(stdout)).toMatchObject({
    unavailable: { reason: "userns_disabled", cause: expect.stringMatching(/namespace/) as string },
  });
  expect(stderr).toMatch(/cause: .+\n\s+fix: .+user namespaces/);
  expect(readdirSync(join(folder, "r")).filter((name) => name !== "trust.json")).toEqual([]);
});

/** The control. What is measured from inside another sandbox is not what the recipe says, so its confinement is not attested there. */
test("in the same place with user namespaces allowed the display and the target do start", () => {
  const { status, stdout } = run(open, "--json");
  const { proofs } = JSON.parse(stdout) as { proofs: readonly { name: string; evidence: string; passed: boolean }[] };
  // Only a target that runs on a display has a child that can be measured, and found not to be confined as it should be.
  const evidence = expect.stringMatching(/^the probe child was not confined like the target/) as string;
  expect(proofs).toContainEqual({ name: "confinement", passed: false, evidence });
  expect(status).toBe(1);
}, 120_000);
