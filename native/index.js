// Loads the addon that `npm run setup` built beside this file. There is no fallback: without it nothing can be observed or sent.
import { createRequire } from "node:module";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const file = fileURLToPath(new URL("./deskgate.node", import.meta.url));
if (!existsSync(file)) {
  throw new Error(`deskgate: the native addon is not built (${file} is absent); run npm run setup`);
}
const addon = createRequire(import.meta.url)(file);

export const { connect, connectObserver, nowUs } = addon;
