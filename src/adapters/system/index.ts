export { systemClock } from "./clock.js";
export { systemNonces } from "./nonces.js";
export { standardIo, type Io } from "./console.js";
