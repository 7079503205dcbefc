import { randomBytes } from "node:crypto";
import type { Nonces } from "../../agent/ports.js";

/** Random bytes of the operating system's generator. */
export const systemNonces: Nonces = { bytes: (length) => new Uint8Array(randomBytes(length)) };
