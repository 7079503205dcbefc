import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../", import.meta.url));
const pages = ["README.md", "CHANGELOG.md", ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith(".md"),
);
const scripts = (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> }).scripts;

test.each(pages)("every link of %s leads to a file", (page) => {
  const links = [...readFileSync(join(root, page), "utf8").matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link]) => link ?? "");
  expect(links.filter((link) => !/^[a-z]+:/.test(link) && !existsSync(join(root, dirname(page), link)))).toEqual([]);
});

test.each(pages)("every npm script that %s names is there", (page) => {
  const named = [...readFileSync(join(root, page), "utf8").matchAll(/npm run ([a-z:-]+)/g)].map(([, name]) => name ?? "");
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
});

test.each(pages)("%s names no path of a machine", (page) => {
  expect(readFileSync(join(root, page), "utf8")).not.toMatch(/\/(?:home|work|root)\/[a-z]/);
});
