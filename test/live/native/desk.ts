// The handle under test, with what every test needs around it.
import * as native from "../../../native/index.js";
import type {
  Answer,
  Desktop,
  DispatchOutcome,
  Expected,
  Observation,
  Observer,
  Point,
  Primitive,
  Rect,
  WindowFacts,
} from "../../../native/index.js";
import type { Server } from "./server.ts";

/** The value of an answer that must be one. */
export const value = <T>(answer: Answer<T>): T => {
  if (!answer.ok) throw new Error(`${answer.fault.code}: ${answer.fault.message}`);
  return answer.value;
};

/** The code of an answer that must be a fault. */
export const faultCode = <T>(answer: Answer<T>): string => {
  if (answer.ok) throw new Error(`expected a fault, got ${JSON.stringify(answer.value)}`);
  return answer.fault.code;
};

let operations = 0;
/** A number that no call has had. */
export const op = (): number => ++operations;

export const open = async (server: Server, deadlineMs = 2000): Promise<Desktop> =>
  value(
    await native.connect({
      socketPath: server.socketPath,
      cookie: server.cookie,
      serverPid: server.pid,
      deadlineMs,
    }),
  );

export const openObserver = async (server: Server, deadlineMs = 2000): Promise<Observer> =>
  value(
    await native.connectObserver({
      socketPath: server.socketPath,
      cookie: server.cookie,
      serverPid: server.pid,
      deadlineMs,
    }),
  );

export const observe = async (desktop: Observer, points: readonly Point[] = []): Promise<Observation> =>
  value(await desktop.observe(op(), { points }));

export const windowIn = (observation: Observation, id: number): WindowFacts => {
  const found = observation.windows.find((window) => window.id === id);
  if (found === undefined)
    throw new Error(`window ${id} is not among ${observation.windows.map((window) => window.id).join(", ")}`);
  return found;
};

export interface PlanOptions {
  readonly point?: Point;
  readonly ignore?: readonly Rect[];
  readonly surfaceClients?: readonly number[];
}

/** Observes and captures as a run would, and gives what a dispatch is then told to expect of `windowId`. */
export const plan = async (
  desktop: Desktop,
  windowId: number,
  { point, ignore = [], surfaceClients = [] }: PlanOptions = {},
): Promise<Expected> => {
  const observation = await observe(desktop, point === undefined ? [] : [point]);
  const window = windowIn(observation, windowId);
  const frame = value(await desktop.capture(op(), { scope: { kind: "display" }, ignore }));
  return {
    frame: frame.frame,
    windowId,
    client: window.client,
    geometry: window.geometry,
    title: window.title.state === "present" ? window.title.text : "",
    focusId: observation.focus.windowId,
    surfaceClients,
    ...(point === undefined ? {} : { point }),
  };
};

export const inOneSecond = (): number => native.nowUs() + 1_000_000;

export const dispatch = async (desktop: Desktop, expected: Expected, primitive: Primitive): Promise<DispatchOutcome> =>
  value(await desktop.dispatch(op(), expected, primitive, inOneSecond()));

/** The outcome, which must be of that kind. */
export const outcome = <K extends DispatchOutcome["outcome"]>(
  kind: K,
  got: DispatchOutcome,
): Extract<DispatchOutcome, { outcome: K }> => {
  if (got.outcome !== kind) throw new Error(`expected ${kind}, got ${JSON.stringify(got)}`);
  return got as Extract<DispatchOutcome, { outcome: K }>;
};
