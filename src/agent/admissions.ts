import type { AdmittedAction, Spend, Spent } from "../contract/admitted.js";

/** The registry of unspent actions. It is private to this module: no object made elsewhere can be in it. */
const unspent = new WeakMap<AdmittedAction, Spent>();

/** Mints the one permission that a `dispatch` output of the machine stands for. Called by the drive loop and nowhere else. */
export const mint = (spent: Spent): AdmittedAction => {
  const action = Object.freeze({ admission: spent.admission }) as AdmittedAction;
  unspent.set(action, Object.freeze(spent));
  return action;
};

/** Takes the permission out of the registry, so that it is good once. */
export const spend: Spend = (action) => {
  const spent = unspent.get(action);
  unspent.delete(action);
  return spent;
};
