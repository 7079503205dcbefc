// Whether something is current is decided by the content of files, never by times: a clone, a copy or another user's
// checkout has other times and the same content.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Every file below `path`, or `path` itself, sorted; names in `skip` are left out wherever they stand. */
export const filesBelow = (root, path, skip = []) => {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return [path];
  const names = readdirSync(join(root, path)).filter((name) => !skip.includes(name));
  return names.toSorted().flatMap((name) => filesBelow(root, join(path, name), skip));
};

/** One digest over names and contents. `salt` holds what else decides, such as the processor's architecture. */
export const digestOf = (root, paths, { skip = [], salt = [] } = {}) => {
  const hash = createHash("sha256").update(JSON.stringify(salt));
  for (const file of paths.flatMap((path) => filesBelow(root, path, skip))) {
    const content = createHash("sha256")
      .update(readFileSync(join(root, file)))
      .digest("hex");
    hash.update(`${JSON.stringify(file)} ${content}\n`);
  }
  return hash.digest("hex");
};
