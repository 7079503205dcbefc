import type { Covered } from "../../contract/forms.js";
import type { Observation, RawObservation } from "../../contract/observation.js";
import type { ComputerUseRunPolicy } from "../../contract/policy.js";
import { wholeRun, type Commit, type CommitContext } from "./commit.js";

const cover = (list: readonly string[], value: string, commit: Commit, context: CommitContext): Covered => {
  const policyIndex = list.indexOf(value);
  return policyIndex === -1 ? { commitment: commit(context, value) } : { policyIndex };
};

/** Seals an observation: what the policy names becomes an index, any other title or path a commitment. */
export const sealObservation = (policy: ComputerUseRunPolicy, raw: RawObservation, commit: Commit): Observation => {
  const { target } = raw;
  if (target.state !== "viewable") return { ...raw, target };
  const tuple = policy.windows.findIndex((window) => window.windowId === target.window);
  const applications = policy.applications.map((entry) => entry.path);
  const titles = policy.windows.map((entry) => entry.title);
  return {
    ...raw,
    target: {
      ...target,
      tuple: tuple === -1 ? null : tuple,
      application: target.application === null ? null : cover(applications, target.application, commit, wholeRun("application")),
      title: target.title === null ? null : cover(titles, target.title, commit, wholeRun("title")),
    },
  };
};

export const sealActor = (confirmers: readonly string[], actor: string, commit: Commit): Covered =>
  cover(confirmers, actor, commit, wholeRun("actor"));
