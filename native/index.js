// Loads the addon. There is no fallback: without it nothing can be observed or sent.
import { createRequire } from "node:module";
import { nativeFiles } from "./files.js";

const addon = createRequire(import.meta.url)(nativeFiles().addon);

export const { connect, connectObserver, nowUs } = addon;
