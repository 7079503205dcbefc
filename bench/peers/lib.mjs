// Shared by the peers: how they are timed, and node-x11 with promises.
import { measure } from "../lib/measure.mjs";

const [, , what = "", runs = "200", warm = "20"] = process.argv;

/** Runs the measurement that the command line names, prints its figures as one JSON line, and ends. */
export const measured = async (table) => {
  const prepare = table[what];
  if (prepare === undefined) throw new Error(`no measurement ${what}`);
  const work = await prepare();
  console.log(JSON.stringify(await measure(work, { runs: Number(runs), warm: Number(warm) })));
  process.exit(0);
};

export const call = (on, method, ...args) =>
  new Promise((resolve, reject) => on[method](...args, (error, answer) => (error ? reject(error) : resolve(answer))));
