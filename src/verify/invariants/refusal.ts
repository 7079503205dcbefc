import { allowsReplan, refusals, sortRefusals, type RefusalCode } from "../../contract/refusals.js";
import type { EndStatus } from "../../contract/outputs.js";
import { allOf, before, breaches, is, lastOf, type Law } from "./transcript.js";

/** How a run ends whose last refusal allows no replan. */
const statusOf = (codes: readonly RefusalCode[]): EndStatus => {
  if (codes.includes("cancelled")) return "cancelled";
  const final = codes.find((code) => !refusals[code].replan);
  return final !== undefined && refusals[final].kind === "budget" ? "budget_exhausted" : "refused";
};

/** A refusal gives its codes in the table's order, and ends the run where the table, or the number of tries, says so. */
export const refusal: Law = ({ entries }) => [
  ...allOf(entries, "refuse").flatMap((refused) => {
    const { codes, replan } = refused.body;
    const next = entries[refused.seq + 1];
    return breaches(
      refused,
      [sortRefusals(codes).join() !== codes.join(), "its codes are not in the order of the table"],
      [replan && !allowsReplan(codes), "it lets the planner try again, and the table does not"],
      [replan === is(next, "end"), replan ? "the run ended though it may go on" : "the run went on though it had to end"],
    );
  }),
  ...allOf(entries, "end").flatMap((end) => {
    const last = entries[end.seq - 1];
    const refused = is(last, "refuse") && !last.body.replan ? last.body.codes : [];
    const { status, codes } = end.body;
    return breaches(
      end,
      [codes.join() !== refused.join(), "its codes are not those of the refusal that ended the run"],
      [refused.length > 0 && status !== statusOf(refused), `its status is ${status}; these codes give ${statusOf(refused)}`],
      [refused.length === 0 && status !== "completed" && status !== "failed", `nothing before it gives the status ${status}`],
      [
        status === "failed" && lastOf(before(entries, end), "faulted") === undefined,
        "it says that the world failed, and no fault was met",
      ],
    );
  }),
];
