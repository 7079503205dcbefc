import { compact, type Control } from "../facts.js";

/** The host named every effect of the action, and each lies inside the policy (A24, A25). */
export const effects: Control = ({ effects: given }) => {
  if (given === undefined || given.class === null || !given.complete) return ["effects_unknown"];
  // Reaching an origin is an effect outside: a host that calls it none does not know what it says.
  if (given.class === "none" && given.origins.length > 0) return ["effects_unknown"];
  return compact([
    given.origins.some(({ coveredBy }) => coveredBy === null) && "origin_not_allowed",
    given.reads.some(({ coveredBy }) => coveredBy === null) && "read_not_allowed",
    given.writes.some(({ coveredBy }) => coveredBy === null) && "write_not_allowed",
  ]);
};
