import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Rival } from "../bad-input/rival.ts";
import type { Stage } from "../../../dist/fixture/stage/stage.js";

/**
 * A48: no export of the package injects input or serves a clipboard without an unspent admission. Every export of every entry is
 * tried: called and constructed with a display, with forged actions, with both, and so is every method of whatever comes back. An
 * independent observer counts raw input events and looks at the clipboard.
 */
const packageJson = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as {
  exports: Record<string, unknown>;
};
const entries = Object.keys(packageJson.exports).filter((entry) => entry !== "./package.json");

const folder = mkdtempSync(join(tmpdir(), "exports-test-"));
let stage: Stage;
let authorityFile: (cookie: Uint8Array) => Uint8Array;
beforeAll(async () => {
  // The built files, as a host gets them.
  const { openStage } = await import("../../../dist/fixture/stage/stage.js");
  ({ authorityFile } = await import("../../../dist/adapters/sandbox/index.js"));
  stage = await openStage({ widthPx: 800, heightPx: 600 });
});
afterAll(async () => {
  await stage.close();
  rmSync(folder, { recursive: true, force: true });
});

const forged = (): unknown => ({
  admission: { admission: 0, sequence: 0, notAfterUs: Number.MAX_SAFE_INTEGER, action: { type: "click" } },
  primitive: { type: "click", point: { x: 100, y: 120, space: "display" }, button: "left", count: 1, modifiers: [] },
  kind: "click",
  button: "left",
  count: 1,
  text: "stolen",
  chord: "ctrl+v",
});

const argumentSets = (): unknown[][] => {
  const { socketPath, cookie, serverPid } = stage.desktop;
  const display = { socketPath, cookie, serverPid, deadlineMs: 1000 };
  const signal = AbortSignal.timeout(2_000);
  return [
    [],
    [display],
    [{ display }],
    [forged(), signal],
    [display, forged(), signal],
    [display, () => forged(), async () => undefined],
    [forged(), forged(), forged(), signal],
  ];
};

const methodNames = (value: object): string[] => {
  const names = new Set<string>();
  for (
    let level: object | null = value;
    level !== null && level !== Object.prototype && level !== Function.prototype;
    level = Object.getPrototypeOf(level) as object | null
  )
    for (const name of Object.getOwnPropertyNames(level)) names.add(name);
  return [...names].filter((name) => name !== "constructor");
};

const tried: string[] = [];

/** Calls something in every way; what it throws or rejects with is its refusal, and says nothing by itself. */
const attempt = async (name: string, callable: unknown, self: unknown, depth: number): Promise<void> => {
  if (typeof callable !== "function") return;
  tried.push(name);
  for (const args of argumentSets()) {
    for (const make of [() => Reflect.apply(callable, self, args) as unknown, () => Reflect.construct(callable, args) as unknown]) {
      let given: unknown;
      try {
        given = await Promise.race([Promise.resolve(make()), new Promise((resolve) => setTimeout(resolve, 300))]);
      } catch {
        continue;
      }
      if (depth > 0 && typeof given === "object" && given !== null)
        for (const method of methodNames(given)) {
          let inner: unknown;
          try {
            inner = (given as Record<string, unknown>)[method];
          } catch {
            continue;
          }
          await attempt(`${name}().${method}`, inner, given, depth - 1);
        }
    }
  }
};

const interesting = (name: string): boolean => !/^[a-z]+(Max|Types|Codes|Kinds)$/.test(name);

test.each(entries)(
  "no export of %s sends input or serves a clipboard",
  async (entry) => {
    const before = await stage.observer.counts();
    const module = (await import(`deskgate${entry.slice(1)}`)) as Record<string, unknown>;
    const count = tried.length;
    for (const [name, value] of Object.entries(module).filter(([key]) => interesting(key))) {
      await attempt(`${entry}:${name}`, value, undefined, entry === "./contract" ? 0 : 1);
      // Static methods of classes as well: what they give back is tried in turn.
      if (((typeof value === "object" && value !== null) || typeof value === "function") && entry !== "./contract")
        for (const method of methodNames(value))
          await attempt(`${entry}:${name}.${method}`, (value as unknown as Record<string, unknown>)[method], value, 1);
    }
    expect(tried.length).toBeGreaterThan(count);
    if (entry === ".") expect(tried).toContain(".:X11Observer.connect().look");
    const [after, input] = [await stage.observer.counts(), await stage.observer.input()];
    expect(after).toEqual(before);
    expect(input).toMatchObject({ keysDown: 0, buttonsDown: 0, clipboard: 0 });
  },
  300_000,
);

describe("the control: this test would find an export that does", () => {
  const leaks: Record<string, (rival: Rival) => Promise<void>> = {
    click: async (rival) => rival.clickPastTheGate(),
    clipboard: async (rival) => rival.takeClipboard(),
  };

  test.each(Object.keys(leaks))("a function that is given a display and uses it (%s) is seen", async (name) => {
    const before = await stage.observer.counts();
    const rivals: Rival[] = [];
    const leak = async (display: unknown): Promise<void> => {
      if (typeof display !== "object" || display === null || !("socketPath" in display)) return;
      const rival = await Rival.connect({ stage });
      rivals.push(rival);
      await leaks[name]?.(rival);
    };
    await attempt("control", leak, undefined, 0);
    // A method of what comes back is tried as well.
    await attempt("control", async () => ({ send: leak }), undefined, 1);
    expect(rivals.length).toBeGreaterThanOrEqual(2);
    const [after, input] = [await stage.observer.counts(), await stage.observer.input()];
    expect(name === "click" ? after.buttons > before.buttons : input.clipboard !== 0).toBe(true);
    for (const rival of rivals) rival.close();
  });
});

describe("commands", () => {
  const main = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));
  test.each(["verify", "keys", "fixture-live", ""])(
    "deskgate %s takes no display, and touches none that is in its environment",
    async (command) => {
      const before = await stage.observer.counts();
      const display = [
        "--display",
        stage.desktop.socketPath,
        "--socket",
        stage.desktop.socketPath,
        "--click",
        "100,100",
        "--text",
        "stolen",
      ];
      const authority = join(folder, "Xauthority");
      writeFileSync(authority, authorityFile(stage.desktop.cookie), { mode: 0o600 });
      const env = { PATH: process.env["PATH"], DISPLAY: stage.desktop.socketPath, XAUTHORITY: authority };
      const { status } = spawnSync(process.execPath, [main, ...(command === "" ? [] : [command]), ...display], {
        env,
        encoding: "utf8",
      });
      expect([2, 64]).toContain(status);
      expect(await stage.observer.counts()).toEqual(before);
    },
  );
});

test("no name of the public door hints at sending input", async () => {
  const names = (
    await Promise.all(entries.map(async (entry) => Object.keys((await import(`deskgate${entry.slice(1)}`)) as object)))
  ).flat();
  expect(names.filter((name) => /^(spend|mint|dispatch|inject|sendKey|X11Desktop)$/i.test(name))).toEqual([]);
});
