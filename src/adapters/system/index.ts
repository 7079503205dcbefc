export { systemClock } from "./clock.js";
export { systemNonces } from "./nonces.js";
