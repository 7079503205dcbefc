import type { Gremlin } from "../sim.ts";
import { budgets } from "./budgets.ts";
import { deciders } from "./deciders.ts";
import { dispatches } from "./dispatches.ts";
import { endings } from "./endings.ts";
import { opening } from "./opening.ts";
import { targets } from "./targets.ts";

/** Everything that can go wrong on purpose. Every second run or so has one of them, in turn; the others only have their random world. */
export const gremlins: readonly Gremlin[] = [...opening, ...targets, ...deciders, ...dispatches, ...budgets, ...endings];
