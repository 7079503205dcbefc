// What the adapter's `dispatch` takes: the machine that would admit an action is measured apart, in the row governed_action.
const quiet = () => new AbortController().signal;
const farAway = Number.MAX_SAFE_INTEGER;

/** Everything that is compared under the grab, from a fresh look at the target. */
const expectation = async (stage, frameId, point, ignore) => {
  const seen = await stage.eyes.look(quiet());
  const window = seen.windows.find(({ id }) => id === stage.target.layout.xid);
  if (window === undefined || window.title.state !== "present") throw new Error("the target's window is not to be seen");
  return {
    frameId,
    window: window.id,
    client: window.client.base,
    pid: window.client.pid,
    startTicks: window.client.startTicks,
    geometry: window.geometry,
    title: window.title.text,
    focusWindow: seen.focus.windowId,
    point,
    ownPopups: false,
    ignore,
  };
};

/** A still frame of the scope, outside of the rectangles that may change. */
const stillFrame = async (gate, scope, ignore) => {
  const frame = await gate.capture({ scope, ignore, settle: { quietMs: 80, maxMs: 5_000 }, compareTo: null }, quiet());
  if (!frame.settled) throw new Error("the screen did not become still");
  return frame.id;
};

/**
 * A function that dispatches `primitive` once through the adapter, comparing `scope` each time, and throws unless the target got it.
 * `pointAt(i)` says where, for pointer primitives.
 */
export const dispatcher = async (display, { scope, ignore = [], primitive, pointAt }) => {
  const { stage } = display;
  const held = { spent: undefined };
  const gate = await display.openGate(held);
  const frameId = await stillFrame(gate, scope, ignore);
  const expected = await expectation(stage, frameId, undefined, ignore);
  return {
    gate,
    dispatch: async (i) => {
      held.spent = {
        admission: { notAfterUs: farAway },
        primitive,
        expected: { ...expected, point: pointAt?.(i) },
      };
      const outcome = await gate.dispatch({}, quiet());
      if (outcome.outcome !== "dispatched" || outcome.deliveredTo !== "target")
        throw new Error(`not delivered to the target: ${JSON.stringify(outcome)}`);
      return outcome;
    },
    close: async () => gate.release(quiet()),
  };
};

/**
 * Points on the patch, where a click changes nothing to be seen: left and right in turn, which is farther apart than a double click reaches,
 * so that the machine need not wait between them.
 */
export const onPatch = (stage) => {
  const { x, y, width, height } = stage.target.layout.patch;
  return (i) => ({ x: i % 2 === 0 ? x + 1 : x + width - 2, y: y + 1 + (i % (height - 2)) });
};
