export { X11Desktop, type Encode, type X11Display } from "./desktop.js";
export { X11Observer } from "./observer.js";
