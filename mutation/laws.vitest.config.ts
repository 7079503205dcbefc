import { defineConfig } from "vitest/config";

/** What judges the verifier's laws. */
export default defineConfig({ test: { include: ["mutation/laws.test.ts", "mutation/stability-laws.test.ts"], testTimeout: 60_000 } });
