import { parseUtc } from "../../contract/time.js";
import type { Control } from "../facts.js";

/** The policy's wall-clock end has not passed. */
export const expiry: Control = ({ policy, wallMs }) => (wallMs >= (parseUtc(policy.notAfter) ?? 0) ? ["policy_expired"] : []);
