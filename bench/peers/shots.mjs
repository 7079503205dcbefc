// node-screenshots: a native addon for captures.
import { Monitor } from "node-screenshots";
import { measured } from "./lib.mjs";

await measured({
  capture: async () => {
    const [monitor] = Monitor.all();
    if (monitor === undefined) throw new Error("node-screenshots finds no monitor");
    return () => monitor.captureImageSync().toRawSync();
  },
});
