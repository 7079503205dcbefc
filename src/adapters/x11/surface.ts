import type { Surface } from "../../contract/observation.js";
import type { PointFacts } from "../../../native/index.js";

/** The window at a point, deepest first, as the contract has it. */
export const surfaceOf = (facts: PointFacts | undefined): Surface => {
  if (facts === undefined || !facts.onScreen) return { kind: "unknown" };
  if (facts.chain.length === 0) return { kind: "root" };
  return facts.client === null
    ? { kind: "unknown" }
    : { kind: "window", chain: facts.chain.toReversed(), client: facts.client.base };
};
