import { fakePolicy } from "../../src/agent/testing/index.ts";
import type { Limits } from "../../src/contract/policy.ts";

/** The fake policy's limits, but for those that a case is about. */
export const limits = (changed: Partial<Limits>): Limits => ({ ...fakePolicy().limits, ...changed });
