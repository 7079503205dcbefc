// The addon itself, below the adapter: what the native layer takes without the Promise and the adapter's objects.
import { summary } from "./measure.mjs";

let operations = 1_000_000;
const addon = async () => import("../../native/index.js");

const valueOf = (answer) => {
  if (!answer.ok) throw new Error(`${answer.fault.code}: ${answer.fault.message}`);
  return answer.value;
};

const open = async ({ display }) => {
  const { connect } = await addon();
  const handle = valueOf(await connect({ ...display, deadlineMs: 5_000 }));
  const ask = async (name, ...args) => valueOf(await handle[name](operations++, ...args));
  return { handle, ask };
};

const display = { kind: "display" };
const stillIn = { quietMs: 80, maxMs: 5_000, scope: display };

/** Pixels of the still screen, RGB. */
export const stillFrameOf = async (shown) => {
  const { handle, ask } = await open(shown);
  try {
    await ask("waitForStill", stillIn);
    const { frame } = await ask("capture", { scope: display });
    return { pixels: await ask("pixels", frame, { channels: 3 }) };
  } finally {
    handle.close();
  }
};

const withHandle = async (shown, work) => {
  const { handle, ask } = await open(shown);
  try {
    return await work(ask);
  } finally {
    handle.close();
  }
};

/** What `dispatch` compares, with the scope's frame taken now. */
const expectation = async (shown, ask, scope, ignore) => {
  await ask("lease");
  await ask("waitForStill", { ...stillIn, scope, ignore });
  const { frame } = await ask("capture", { scope, ignore });
  const seen = await ask("observe");
  const window = seen.windows.find(({ id }) => id === shown.stage.target.layout.xid);
  const { base, pid, startTicks } = window.client;
  return {
    frame,
    windowId: window.id,
    geometry: window.geometry,
    title: window.title.text,
    focusId: seen.focus.windowId,
    client: { base, pid, startTicks },
  };
};

/** Medians of the native layer's own clock, in milliseconds, for the rows that have a goal for it. */
export const nativeMedians = (shown, { runs, warm }) => {
  const median = async (work) => {
    const samples = [];
    for (let i = 0; i < warm + runs; i += 1) {
      const tookUs = await work(i);
      if (i >= warm) samples.push(tookUs / 1000);
    }
    return summary(samples).p50;
  };
  return {
    capture: async () =>
      withHandle(shown, async (ask) =>
        median(async () => {
          const { frame, tookUs } = await ask("capture", { scope: display });
          await ask("drop", frame);
          return tookUs;
        }),
      ),
    observe: async () =>
      withHandle(shown, async (ask) =>
        median(async () => {
          const { startedUs, endedUs } = await ask("observe");
          return endedUs - startedUs;
        }),
      ),
    dispatch: async ({ scope, ignore = [], primitive, pointAt }) =>
      withHandle(shown, async (ask) => {
        const area = scope === "display" ? display : { kind: "window", windowId: scope.window };
        const expected = await expectation(shown, ask, area, ignore);
        return median(async (i) => {
          const point = pointAt === undefined ? {} : { point: pointAt(i) };
          const { outcome, startedUs, endedUs } = await ask(
            "dispatch",
            { ...expected, ...point },
            primitive,
            Number.MAX_SAFE_INTEGER,
          );
          if (outcome !== "dispatched") throw new Error(`not dispatched: ${outcome}`);
          return endedUs - startedUs;
        });
      }),
  };
};
