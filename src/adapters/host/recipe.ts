import type { ConfinementExpectations, FileIdentity, Namespaces } from "./types.js";

/** What the host knows about a run by itself: who, which program, and which files stand behind the task's paths. */
export interface RecipeFacts {
  readonly uid: number;
  readonly gid: number;
  readonly executable: FileIdentity & { readonly sha256: string };
  readonly descendantExecutables: readonly string[];
  readonly app: FileIdentity;
  readonly input: FileIdentity;
  readonly output: FileIdentity;
  readonly socket: FileIdentity;
  readonly environment?: Readonly<Record<string, string>>;
  readonly claimedNamespaces?: Partial<Namespaces>;
}

/** The exact allowlists of docs/confinement.md for these facts; written apart from the launcher, so that each checks the other. */
export const recipeExpectations = (_facts: RecipeFacts): Promise<ConfinementExpectations> => {
  throw new Error("recipeExpectations is still being built on this branch; merge a later commit");
};
