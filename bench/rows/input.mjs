// gate_click, click, key, type50: input through the gate. There is no other way, so even the smallest compares, grabs and proves delivery.
import { dispatcher, onPatch } from "../lib/gate.mjs";
import { measure } from "../lib/measure.mjs";

const click = { type: "click", button: "left", count: 1, modifiers: [] };
const nativeClick = { kind: "click", button: "left", count: 1 };

/** The adapter's figures and the native median of one primitive. */
const both = async (bench, { scope, ignore, primitive, native, pointAt }) => {
  const { dispatch, close } = await dispatcher(bench.display, { scope, ignore, primitive, pointAt });
  const figures = await measure(dispatch, bench.counts);
  await close();
  return { ...figures, nativeP50: await bench.native.dispatch({ scope, ignore, primitive: native, pointAt }) };
};

/** Typing changes the entry, and the toolkit draws it when it likes: that rectangle is not compared. */
const typing = ({ stage }) => {
  const { x, y, width, height } = stage.target.layout.entry;
  return { scope: { window: stage.target.layout.xid }, ignore: [{ x, y, width, height }] };
};

export const input = [
  {
    id: "gate_click",
    run: async (bench) => ({
      deskgate: await both(bench, {
        scope: "display",
        primitive: click,
        native: nativeClick,
        pointAt: onPatch(bench.display.stage),
      }),
      alternatives: [{ name: "the plain check", ...bench.figures.get("check").deskgate }],
      limit: await bench.limit("gate_click", "grab, banded MIT-SHM, memcmp, focus, XTEST click"),
      note: "the whole display compared, under one server grab",
    }),
  },
  {
    id: "click",
    run: async (bench) => ({
      deskgate: await both(bench, {
        scope: { window: bench.display.stage.target.layout.xid },
        primitive: click,
        native: nativeClick,
        pointAt: onPatch(bench.display.stage),
      }),
      alternatives: [
        await bench.peer("robotjs", "robot", "click"),
        await bench.peer("node-x11", "x11", "click"),
        await bench.peer("xdotool", "spawn", "click", "few"),
      ],
      limit: await bench.limit("click", "XTEST and one round trip, nothing looked at"),
      note: "deskgate's compares the target's window and proves delivery; the others only send",
    }),
  },
  {
    id: "key",
    run: async (bench) => ({
      deskgate: await both(bench, {
        ...typing(bench.display),
        primitive: { type: "key", chord: "a", repeat: 1 },
        native: { kind: "key", chord: "a" },
      }),
      alternatives: [
        await bench.peer("node-x11", "x11", "key"),
        await bench.peer("robotjs", "robot", "key", "few"),
        await bench.peer("nut-js", "nut", "key", "few"),
        await bench.peer("xdotool", "spawn", "key", "few"),
      ],
      limit: await bench.limit("key", "XTEST and one round trip, nothing looked at"),
      note: "deskgate's compares the target's window and proves delivery; the others only send",
    }),
  },
  {
    id: "type50",
    run: async (bench) => {
      const text = "a".repeat(50);
      return {
        deskgate: await both(bench, {
          ...typing(bench.display),
          primitive: { type: "type", text },
          native: { kind: "type", text },
        }),
        alternatives: [await bench.peer("xdotool", "spawn", "type50", "few")],
        limit: await bench.limit("type50", "100 XTEST events and one round trip"),
      };
    },
  },
];
