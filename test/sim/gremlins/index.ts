import type { Gremlin } from "../sim.ts";
import { budgets } from "./budgets.ts";
import { deciders } from "./deciders.ts";
import { dispatches } from "./dispatches.ts";
import { endings } from "./endings.ts";
import { opening } from "./opening.ts";
import { targets } from "./targets.ts";

/** What can go wrong once a run has begun. */
const later: readonly Gremlin[] = [...targets, ...deciders, ...dispatches, ...budgets, ...endings];

const inTurn = (list: readonly Gremlin[], turn: number): readonly Gremlin[] =>
  list.slice(turn % list.length, (turn % list.length) + 1);

/**
 * What goes wrong on purpose in the run with this seed: the gremlins take turns, so that each comes equally often. Every fourth run
 * has one that spoils its beginning, one in eight of the others runs in peace, and most have two that may meet.
 */
export const gremlinsOf = (seed: number): readonly Gremlin[] => {
  const round = Math.floor(seed / 4);
  if (seed % 4 === 0) return inTurn(opening, round);
  const turn = round * 3 + (seed % 4) - 1;
  if (turn % 8 === 7) return [];
  const second = turn % 3 === 0 ? [] : inTurn(later, turn * 7 + Math.floor(turn / later.length) * 13);
  return [...inTurn(later, turn), ...second];
};
