// observe: who has the focus, its way up to the root, and what the windows say of themselves.
import { measure } from "../lib/measure.mjs";

export const observe = [
  {
    id: "observe",
    run: async (bench) => {
      const { eyes } = bench.display.stage;
      const signal = new AbortController().signal;
      return {
        deskgate: { ...(await measure(async () => eyes.look(signal), bench.counts)), nativeP50: await bench.native.observe() },
        alternatives: [
          await bench.peer("node-x11 pipelined", "x11", "observe"),
          await bench.peer("xdotool and xprop", "spawn", "observe", "few"),
        ],
        limit: await bench.limit("observe", "one flush with confirmation"),
        note: "deskgate's also lists all windows, monitors, clients and process ids",
      };
    },
  },
];
