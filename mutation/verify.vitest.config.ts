import { defineConfig } from "vitest/config";

/** What judges the verifier, its laws apart. */
export default defineConfig({ test: { include: ["mutation/verify.test.ts", "test/verify/edges.test.ts"], testTimeout: 60_000 } });
