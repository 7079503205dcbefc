export { differenceOf, pixelsOf, type PictureDifference } from "./difference.js";
export { encodePng } from "./png.js";
