import { accessSync, constants } from "node:fs";
import { nativeFiles } from "../../../native/files.js";
import { missing } from "./unavailable.js";
import { architectureOf } from "./seccomp/filter.js";
import type { Architecture } from "./seccomp/syscalls.js";

export interface Programs {
  readonly bubblewrap: string;
  readonly xvfb: string;
  readonly supervisor: string;
  readonly architecture: Architecture;
}

const executable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Absolute and root-owned places only: a search path is the environment's word. */
export const findPrograms = (supervisorPath: string | undefined): Programs => {
  const supervisor = supervisorPath ?? nativeFiles().supervisor;
  const architecture = architectureOf(process.arch);
  if (architecture === undefined) throw missing("architecture_unsupported", `this is ${process.arch}`);
  if (!executable("/usr/bin/bwrap")) throw missing("bubblewrap_missing", "/usr/bin/bwrap is not there");
  if (!executable("/usr/bin/Xvfb")) throw missing("xvfb_missing", "/usr/bin/Xvfb is not there");
  if (!executable("/usr/bin/prlimit")) throw missing("prlimit_missing", "/usr/bin/prlimit is not there");
  if (!executable(supervisor)) throw missing("supervisor_missing", `${supervisor} is not there or not executable`);
  return { bubblewrap: "/usr/bin/bwrap", xvfb: "/usr/bin/Xvfb", supervisor, architecture };
};
