import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const shared = { exclude: ["**/node_modules/**", "**/dist/**"], testTimeout: 60_000, hookTimeout: 60_000 };

/** Four suites: `unit` needs nothing but Node, `live` needs Xvfb, bubblewrap and a built addon, `conformance` the public vectors, `sim` is `npm run sim`. */
export default defineConfig({
  test: {
    // vitest itself leaves one core idle.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          ...shared,
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: [...shared.exclude, "test/live/**", "test/conformance/**", "test/sim/long/**"],
        },
      },
      { test: { ...shared, name: "live", include: ["test/live/**/*.test.ts"], fileParallelism: false } },
      { test: { ...shared, name: "sim", include: ["test/sim/long/*.test.ts"] } },
      { test: { ...shared, name: "conformance", include: ["test/conformance/**/*.test.ts"] } },
    ],
  },
});
