export { encodePng } from "./png.js";
