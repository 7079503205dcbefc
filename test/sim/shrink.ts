import { gremlinsOf } from "./gremlins/index.ts";
import { problemOf } from "./judge.ts";
import { simulate, type Cut, type Simulated } from "./simulate.ts";

/** A run that is not as it must be. A run that broke has nothing to show. */
export type Failure = { readonly seed: number; readonly cut: Cut; readonly problem: string; readonly simulated?: Simulated };

/** Runs the seed, as it is or with a cut, and says what is wrong with it, if anything is. */
export const attempt = async (seed: number, cut: Cut = {}): Promise<Failure | { readonly simulated: Simulated }> => {
  try {
    const simulated = await simulate(seed, cut);
    const problem = problemOf(simulated);
    return problem === undefined ? { simulated } : { seed, cut, problem, simulated };
  } catch (error) {
    return { seed, cut, problem: `the run broke: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}` };
  }
};

const planCalls = (failure: Failure): number => failure.simulated?.events.filter(({ kind }) => kind === "plan").length ?? 16;

/**
 * The same run with as few gremlins as still make it fail, and then with the fewest planner calls. It need not fail in the same way:
 * a smaller run that is wrong is the one to look at first. It follows from the seed alone, so the seed repeats it.
 */
export const shrink = async (failure: Failure): Promise<Failure> => {
  let smallest = failure;
  const lessen = async (cut: Cut): Promise<boolean> => {
    const tried = await attempt(failure.seed, cut);
    if (!("problem" in tried)) return false;
    smallest = tried;
    return true;
  };
  for (const { name } of gremlinsOf(failure.seed)) {
    const { without = [], ...cut } = smallest.cut;
    await lessen({ ...cut, without: [...without, name] });
  }
  const most = planCalls(smallest);
  const { cut } = smallest;
  for (let calls = 0; calls < most; calls += 1) if (await lessen({ ...cut, calls })) break;
  return smallest;
};

const detail = (body: object): string => {
  const { kind: _kind, at: _at, wallMs: _wallMs, clock: _clock, untilUs: _untilUs, ...rest } = body as Record<string, unknown>;
  const text = JSON.stringify(rest);
  return text.length <= 160 ? text : `${text.slice(0, 159)}…`;
};

/** The failure as a person reads it: what is wrong, what was left, event by event. */
export const describe = ({ seed, cut, problem, simulated }: Failure): string =>
  [
    `run ${seed} fails: ${problem}`,
    `  left of its gremlins: ${simulated?.gremlins.join(", ") || (simulated === undefined ? "unknown" : "none")}`,
    `  planner calls: ${cut.calls === undefined ? "all" : `${cut.calls}, then the end of its turn`}`,
    ...(simulated?.events ?? []).map(({ seq, at, kind, body }) => `  ${seq}  ${at} us  ${kind}  ${detail(body)}`),
    `  repeat it: npm run sim -- --runs 1 --seed ${seed}`,
  ].join("\n");
