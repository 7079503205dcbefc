// A copy of the sources in which one thing after another is removed, so that the working tree is never touched.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** What git does not hold and tests need. Copied, since a build inside the copy writes it anew. */
const built = ["dist", "native/deskgate.node", "native/deskgate-supervisor", "fixtures/build", ".deskgate-setup"];

/** Copies tracked and new files of `root`, and what was built from them; the packages are linked. */
export const copySources = (root) => {
  const folder = mkdtempSync(join(tmpdir(), "deskgate-removals-"));
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
  const files = listed.toString("utf8").split("\0");
  for (const file of files.filter((name) => name !== "" && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  for (const name of built) if (existsSync(join(root, name))) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

/** Replaces the one place of `from` in the text; a text without it, or with two, is a table that went stale. */
export const edited = (text, { file, from, to }) => {
  const places = text.split(from).length - 1;
  if (places !== 1) throw new Error(`${file}: the text to remove stands there ${places} times, not once:\n${from}`);
  // As a function, so that a dollar sign in the text is one.
  return text.replace(from, () => to);
};

/** Makes one removal in the copy; answers how to take it back. */
export const remove = (folder, removal) => {
  const path = join(folder, removal.file);
  const before = readFileSync(path, "utf8");
  writeFileSync(path, edited(before, removal));
  return () => writeFileSync(path, before);
};
