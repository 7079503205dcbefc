import { defineConfig } from "vitest/config";

/** What judges the verifier's laws: their tables first, which name what they miss, and then what was found in changed runs. */
export default defineConfig({
  test: {
    include: ["test/verify/laws/*.test.ts", "mutation/laws.test.ts", "test/stability/laws.test.ts"],
    testTimeout: 60_000,
  },
});
