import { existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { removeRunDirectory } from "../../../src/adapters/sandbox/staging.ts";

/** What a target that is being staged does, a few times over; ends early when its place is gone. */
const staging = async (path: string): Promise<void> => {
  for (let at = 0; at < 40; at += 1) {
    await mkdir(join(path, `target-${at}`)).catch(() => undefined);
    await writeFile(join(path, `target-${at}`, "app"), "").catch(() => undefined);
  }
};

test("a run directory is removed although a target is still being staged into it", async () => {
  for (let times = 0; times < 20; times += 1) {
    const path = mkdtempSync(join(tmpdir(), "staging-test-"));
    for (let at = 0; at < 50; at += 1) mkdirSync(join(path, `earlier-${at}`));
    const staged = staging(path);
    await removeRunDirectory({ path, sockets: join(path, "x11") });
    expect(existsSync(path)).toBe(false);
    await staged;
    expect(existsSync(path)).toBe(false);
  }
});
