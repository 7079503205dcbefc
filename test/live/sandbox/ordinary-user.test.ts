import { execFile } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Not of systemd's range, and of no account: whatever works for it does not hang on a home or a name. */
const ORDINARY = 60_123;

/** The checkout may lie below a directory that only its owner enters, so what the other user runs is copied out of it. */
const copyOut = (): string => {
  const folder = mkdtempSync("/tmp/deskgate-test-");
  chmodSync(folder, 0o755);
  for (const name of ["sandbox", "host"])
    cpSync(join(root, "dist/adapters", name), join(folder, "dist/adapters", name), {
      recursive: true,
    });
  for (const file of ["native/files.js", "native/deskgate-supervisor"]) cpSync(join(root, file), join(folder, file));
  cpSync(join(root, "fixtures/build"), join(folder, "build"), { recursive: true });
  cpSync(join(root, "package.json"), join(folder, "package.json"));
  cpSync(join(root, "test/live/sandbox/scenario.mjs"), join(folder, "scenario.mjs"));
  return folder;
};

const self = process.getuid?.() ?? -1;
/** Root runs it as itself (the sandbox drops) and as an ordinary user; an ordinary user can only be itself. */
const users = self === 0 ? [0, ORDINARY] : [self];

test.each(users)("a whole run started by uid %i: attested, probed, cleaned up", async (uid) => {
  const folder = copyOut();
  try {
    // With a supplementary group, as people have: an ordinary user's sandbox cannot give it up, and the measuring has to know.
    const become = uid === self ? [] : ["setpriv", `--reuid=${uid}`, `--regid=${uid}`, `--groups=${uid},${uid + 1}`];
    const command = [...become, process.execPath, join(folder, "scenario.mjs"), folder];
    const { stdout } = await promisify(execFile)("/usr/bin/env", command, { cwd: "/", env: { PATH: "/usr/bin" } });
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      processUid: uid,
      findings: [],
      findingsWithProbe: [],
      cleanup: { complete: true },
    });
    expect(report.uid).toSatisfy((ran: number) => (uid === 0 ? ran >= 61_184 && ran <= 65_519 : ran === uid));
    expect(report.probes.outcomes.filter(({ verdict }: { verdict: string }) => verdict !== "ok")).toEqual([]);
    expect(report.probes.verdict).toBe("ok");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
