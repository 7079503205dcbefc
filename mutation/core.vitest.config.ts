import { defineConfig } from "vitest/config";

/** What judges the core: its own tests, the agent's, and the planted bugs. The files share one process: none of them keeps state. */
export default defineConfig({
  test: {
    include: [
      "test/core/**/*.test.ts",
      "test/agent/{agent,refusals,ceilings,cancellation,deadlines,admissions,dispatch,hooks,events}.test.ts",
      "test/verify/{honest,proving}.test.ts",
      "test/receipts/replay.test.ts",
      "test/sim/planted-bugs.test.ts",
      "test/stability/machine.test.ts",
      "test/contract/*.test.ts",
    ],
    isolate: false,
    testTimeout: 60_000,
  },
});
