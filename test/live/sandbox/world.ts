import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { identityOf, recipeExpectations } from "../../../src/adapters/host/index.ts";
import type { ConfinementExpectations } from "../../../src/adapters/host/index.ts";
import type { SandboxDesktop, SandboxedProcess } from "../../../src/adapters/sandbox/index.ts";

export const built = (name: string): string => fileURLToPath(new URL(`../../../fixtures/build/${name}`, import.meta.url));

export const supervisorPath = fileURLToPath(new URL("../../../native/deskgate-supervisor", import.meta.url));

export const screen = { widthPx: 1024, heightPx: 768, depth: 24 } as const;

const sha256 = (path: string): string => createHash("sha256").update(readFileSync(path)).digest("hex");

export const expectationsOf = async (desktop: SandboxDesktop, target: SandboxedProcess): Promise<ConfinementExpectations> =>
  recipeExpectations({
    uid: desktop.uid,
    gid: desktop.gid,
    executable: {
      ...(await identityOf(target.staged.executable)),
      sha256: sha256(built("target")),
    },
    descendantExecutables: [sha256(built("probe"))],
    app: await identityOf(target.staged.app),
    task: target.taskFiles
      ? { input: await identityOf(target.staged.input), output: await identityOf(target.staged.output) }
      : undefined,
    socket: await identityOf(target.staged.socket),
    claimedNamespaces: target.status.namespaces,
  });

/** A zombie is dead; pid 1 of a small machine may take its time to reap one that was orphaned. */
export const isAlive = (pid: number): boolean => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2, text.lastIndexOf(")") + 3) !== "Z";
  } catch {
    return false;
  }
};

export const until = async (what: () => boolean, timeoutMs: number): Promise<boolean> => {
  const end = performance.now() + timeoutMs;
  while (!what() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 5));
  return what();
};
