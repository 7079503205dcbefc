import type * as Native from "../../../native/index.js";

/** The native layer. Loaded when the first display is opened, so that importing the package needs no built addon. */
export const addon = async (): Promise<typeof Native> => import("../../../native/index.js");
