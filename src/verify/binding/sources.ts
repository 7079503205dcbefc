import type { Opened } from "../opened.js";
import type { VerifyOptions } from "../options.js";
import { finding, type Finding } from "../report.js";

/** The tracked sources of the checkout are those that the run's program was built from. */
export const checkSources = ({ statement: { predicate } }: Opened, { sources }: VerifyOptions): readonly Finding[] => {
  if (sources === undefined) return [];
  const { sources: recorded, commit } = predicate.build;
  if (recorded === null)
    return [finding("binding.sources", "payload", "no sources are recorded: the program did not run from a checkout")];
  return recorded.digest === sources.digest && recorded.count === sources.count
    ? []
    : [
        finding(
          "binding.sources",
          "payload",
          `${recorded.count} files with digest ${recorded.digest} are recorded, the checkout has ${sources.count} with ${sources.digest}; check in a worktree of commit ${commit ?? "(unknown)"}`,
        ),
      ];
};
