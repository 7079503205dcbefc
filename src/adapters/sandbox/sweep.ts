import { lstat, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { defaultRoot, runPrefix, type RunDirectory } from "./staging.js";

/** A process for ever: pid and start time. */
export interface Owner {
  readonly pid: number;
  readonly startTimeTicks: string;
}

const FILE = "owners.json";
/** A directory without its owners' file may be one that is just being made. */
const YOUNG_MS = 60_000;

/** Fields of `stat` from the third on; the name in the second may hold anything, so counting begins after the last bracket. */
const fieldsOf = async (pid: number): Promise<readonly string[]> => {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
};

/** `R`, `S`, `T`, `Z` … as proc(5) has them; `undefined` when there is no such process. */
export const stateOf = async (pid: number): Promise<string | undefined> => (await fieldsOf(pid))[0] || undefined;

/** Field 22 of `stat`. */
export const startTimeOf = async (pid: number): Promise<string | undefined> => {
  const fields = await fieldsOf(pid);
  // A zombie holds nothing any more, and where pid 1 is slow to reap it may stay for long.
  return fields[0] === "Z" || fields[0] === "X" ? undefined : fields[19];
};

export const writeOwners = async (run: RunDirectory, pids: readonly number[]): Promise<void> => {
  const owners: Owner[] = [];
  for (const pid of pids) owners.push({ pid, startTimeTicks: (await startTimeOf(pid)) ?? "" });
  await writeFile(join(run.path, FILE), JSON.stringify(owners), { mode: 0o600 });
};

const isOwner = (value: unknown): value is Owner =>
  typeof value === "object" &&
  value !== null &&
  "pid" in value &&
  typeof value.pid === "number" &&
  "startTimeTicks" in value &&
  typeof value.startTimeTicks === "string";

const isStale = async (path: string): Promise<boolean> => {
  const stat = await lstat(path);
  if (!stat.isDirectory() || stat.uid !== process.geteuid?.()) return false;
  const text = await readFile(join(path, FILE), "utf8").catch(() => undefined);
  if (text === undefined) return Date.now() - stat.mtimeMs > YOUNG_MS;
  const owners: unknown = JSON.parse(text);
  if (!Array.isArray(owners) || !owners.every(isOwner)) return false;
  for (const owner of owners) {
    if ((await startTimeOf(owner.pid)) === owner.startTimeTicks) return false;
  }
  return true;
};

/** Removes what runs of ours that were killed left in the default place. Never throws: sweeping is no condition for a run. */
export const sweep = async (): Promise<readonly string[]> => {
  const swept: string[] = [];
  for (const name of await readdir(defaultRoot).catch(() => [])) {
    const path = join(defaultRoot, name);
    if (!name.startsWith(runPrefix) || !(await isStale(path).catch(() => false))) continue;
    await rm(path, { recursive: true, force: true }).then(
      () => swept.push(path),
      () => {},
    );
  }
  return swept;
};
