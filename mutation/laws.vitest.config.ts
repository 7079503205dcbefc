import { defineConfig } from "vitest/config";

/** What judges the verifier's laws: tables that name what they miss, the vectors, and what was found in changed runs. */
export default defineConfig({
  test: {
    include: ["test/verify/laws/*.test.ts", "mutation/laws.test.ts", "mutation/stability-laws.test.ts"],
    testTimeout: 60_000,
  },
});
