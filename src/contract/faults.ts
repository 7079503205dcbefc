/**
 * The table of faults: typed errors of the world. A fault is data when it crosses a border; `fatal` ones end the run as
 * `failed`, the others become the `..._unknown` refusal of the request that met them.
 */
export type Fault = { readonly fatal: boolean; readonly says: string };

export const faults = {
  x_connection_lost: { fatal: true, says: "The connection to the X server was lost." },
  x_unavailable: { fatal: true, says: "The X server could not be reached, or is not the named one." },
  native_panic: { fatal: true, says: "The native layer met a bug of its own." },
  planner_failed: { fatal: true, says: "The planner failed." },
  deadline: { fatal: false, says: "No answer came in time." },
  hook_failed: { fatal: false, says: "A hook of the host failed." },
  hook_malformed: { fatal: false, says: "A hook of the host answered with something of another shape." },
  native_failed: { fatal: false, says: "A native call failed." },
  journal_failed: { fatal: false, says: "The ledger could not be written." },
} as const satisfies Record<string, Fault>;

export type FaultCode = keyof typeof faults;
export const faultCodes = Object.keys(faults) as readonly FaultCode[];
