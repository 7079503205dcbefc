import { parseListening, parseListeningUnix } from "./parse-listeners.js";
import { orAbsent, readText, type Read } from "./read.js";

/** Where a process's network namespace accepts connections. */
export interface Listeners {
  /** Local ports of listening TCP sockets, IPv4 and IPv6. */
  readonly tcpPorts: readonly number[];
  /** Names of listening unix sockets that no file system holds: reachable from every mount namespace. Without the leading zero byte. */
  readonly abstractNames: readonly string[];
  /** Paths as they were bound, in the binder's own mount namespace. */
  readonly paths: readonly string[];
}

/** Reads the tables of the network namespace that `pid` is in; nothing is tried by connecting. */
export const readListeners = (pid: number): Read<Listeners> => {
  const four = readText(pid, "net/tcp", parseListening);
  const six = orAbsent(readText(pid, "net/tcp6", parseListening), []);
  const unix = readText(pid, "net/unix", parseListeningUnix);
  if (!four.known) return four;
  if (!six.known) return six;
  return unix.known ? { known: true, value: { tcpPorts: [...four.value, ...six.value], ...unix.value } } : unix;
};
