import { NativeError } from "../../contract/errors.js";
import type { FaultCode } from "../../contract/faults.js";
import type { Answer, Fault, Observer } from "../../../native/index.js";

let lastOperation = 0;

const faultCodes: Partial<Record<Fault["code"], FaultCode>> = {
  connection_lost: "x_connection_lost",
  closed: "x_connection_lost",
  connect_failed: "x_unavailable",
  server_mismatch: "x_unavailable",
  extension_missing: "x_unavailable",
  native_panic: "native_panic",
  deadline: "deadline",
};

/** A native fault as the error that the agent knows; its message names no pixel, title or text. */
export const nativeError = (fault: Fault): NativeError =>
  new NativeError(faultCodes[fault.code] ?? "native_failed", `${fault.code}: ${fault.message}`);

/**
 * Makes one native call that the signal can stop. No AbortSignal crosses into the addon: the listener asks it to cancel the
 * operation by its number.
 */
export const callNative = async <T>(
  handle: Observer,
  signal: AbortSignal,
  call: (operation: number) => Promise<Answer<T>>,
): Promise<Answer<T>> => {
  signal.throwIfAborted();
  lastOperation = lastOperation >= 0xffff_fffe ? 1 : lastOperation + 1;
  const operation = lastOperation;
  const stop = (): void => handle.cancel(operation);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await call(operation);
  } finally {
    signal.removeEventListener("abort", stop);
  }
};

/** The same, where a fault is thrown as `NativeError`. */
export const valueOf = async <T>(
  handle: Observer,
  signal: AbortSignal,
  call: (operation: number) => Promise<Answer<T>>,
): Promise<T> => {
  const answer = await callNative(handle, signal, call);
  if (!answer.ok) throw nativeError(answer.fault);
  return answer.value;
};
