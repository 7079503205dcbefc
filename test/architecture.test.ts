import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../", import.meta.url));
const source = join(root, "src");

/** The floors, lowest first. A file imports its own folder and lower floors; never up, never sideways between adapters. */
const floors = ["base", "base/crypto", "contract", "core", "verify", "agent", "adapters", ".", "fixture", "cli"] as const;

/** npm packages and Node modules by floor. A name that nothing uses is a stale rule. */
const packages: Readonly<Record<string, readonly string[]>> = {
  base: ["canonicalize"],
  "base/crypto": ["node:crypto"],
  contract: ["zod"],
  core: [],
  verify: ["zod"],
  agent: ["zod"],
  "adapters/host": ["node:crypto", "node:fs", "node:fs/promises"],
  "adapters/images": ["sharp"],
  "adapters/ledger": ["better-sqlite3", "node:fs"],
  "adapters/receipts": ["node:child_process", "node:crypto", "node:fs", "node:fs/promises", "node:path", "node:util"],
  "adapters/system": ["node:crypto", "node:timers/promises"],
  "adapters/telemetry": ["pino"],
  "adapters/x11": ["node:fs/promises"],
};

const files = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name));

type Import = { readonly from: string; readonly to: string; readonly typeOnly: boolean };

const importsOf = (file: string): readonly Import[] =>
  [
    ...readFileSync(file, "utf8").matchAll(/^\s*(?:import|export)\s+(type\s)?[^;"]*?from\s+"([^"]+)"|import\(\s*"([^"]+)"\s*\)/gms),
  ].map(([, typed, target, dynamic]) => ({ from: file, to: target ?? dynamic ?? "", typeOnly: typed !== undefined }));

const place = (file: string): string => relative(source, dirname(file)).split(sep).join("/") || ".";
const floorOf = (folder: string): number => {
  if (folder === "." || folder === "") return floors.indexOf(".");
  if (folder.startsWith("base/crypto")) return floors.indexOf("base/crypto");
  return floors.indexOf((folder.split("/")[0] ?? "") as (typeof floors)[number]);
};
const roomOf = (folder: string): string =>
  folder.startsWith("adapters/") ? folder.split("/").slice(0, 2).join("/") : (folder.split("/")[0] ?? ".");

const all = files(source).flatMap(importsOf);
const local = all.filter(({ to }) => to.startsWith("."));
const foreign = all.filter(({ to }) => !to.startsWith("."));
const isNative = (to: string): boolean => to.endsWith("/native/index.js");
/** Paths alone: whoever starts the supervisor or digests the parts needs them, and loads nothing by that. */
const isNativeFiles = (to: string): boolean => to.endsWith("/native/files.js");

describe("floors", () => {
  test("every source folder stands on a floor", () => {
    expect(
      files(source)
        .map(place)
        .filter((folder) => floorOf(folder) === -1),
    ).toEqual([]);
  });

  test("no import goes up, and none sideways between adapters", () => {
    const wrong = local.filter(({ from, to }) => {
      if (isNative(to)) return roomOf(place(from)) !== "adapters/x11";
      if (isNativeFiles(to)) return !["adapters/sandbox", "adapters/receipts"].includes(roomOf(place(from)));
      const target = place(resolve(dirname(from), to));
      const [own, other] = [floorOf(place(from)), floorOf(target)];
      return other > own || (other === own && roomOf(place(from)) !== roomOf(target));
    });
    expect(wrong.map(({ from, to }) => `${relative(root, from)} -> ${to}`)).toEqual([]);
  });

  test("adapters see contract, base and types of ports; never core or verify", () => {
    const wrong = local.filter(({ from, to, typeOnly }) => {
      if (!place(from).startsWith("adapters/") || isNative(to)) return false;
      const room = roomOf(place(resolve(dirname(from), to)));
      return room === "core" || room === "verify" || (room === "agent" && !typeOnly);
    });
    expect(wrong.map(({ from, to }) => `${relative(root, from)} -> ${to}`)).toEqual([]);
  });

  test("the invariants never see the machine", () => {
    const wrong = local.filter(
      ({ from, to }) => place(from).startsWith("verify/invariants") && place(resolve(dirname(from), to)).startsWith("core/machine"),
    );
    expect(wrong).toEqual([]);
  });
});

describe("packages", () => {
  const key = (from: string): string => (place(from).startsWith("base/crypto") ? "base/crypto" : roomOf(place(from)));

  test("each floor imports only what its list names", () => {
    const wrong = foreign.filter(({ from, to }) => {
      const allowed = packages[key(from)];
      return allowed !== undefined && !allowed.includes(to);
    });
    expect(wrong.map(({ from, to }) => `${relative(root, from)} -> ${to}`)).toEqual([]);
  });

  test("no rule is stale", () => {
    const stale = Object.entries(packages).flatMap(([room, names]) =>
      names.filter((name) => !foreign.some(({ from, to }) => key(from) === room && to === name)).map((name) => `${room}: ${name}`),
    );
    expect(stale).toEqual([]);
  });
});

describe("sizes", () => {
  const lines = files(source).map((file) => ({ file: relative(root, file), lines: readFileSync(file, "utf8").split("\n").length }));

  test("no file is over 300 lines", () => {
    expect(lines.filter((entry) => entry.lines > 300)).toEqual([]);
  });

  test("the median file is under 100 lines", () => {
    const sorted = lines.map((entry) => entry.lines).toSorted((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(100);
  });
});
