export { logTo } from "./log.js";
