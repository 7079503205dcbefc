// cold_start: from nothing to a confined target that is mapped on a display of its own.
import { openStage } from "../../dist/fixture/stage/stage.js";
import { summary } from "../lib/measure.mjs";

export const start = [
  {
    id: "cold_start",
    run: async ({ quick }) => {
      const samples = [];
      for (let i = 0; i < (quick ? 5 : 20); i += 1) {
        const from = performance.now();
        const stage = await openStage({ widthPx: 1920, heightPx: 1080 });
        samples.push(performance.now() - from);
        await stage.close();
      }
      return { deskgate: summary(samples), alternatives: [], note: "Xvfb, sandbox, GTK target mapped, both observers connected" };
    },
  },
];
