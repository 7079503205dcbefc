import { judge } from "../fact.js";
import { parseInterfaces, parseRoutes, parseRoutes6, parseSocketCount } from "../parse.js";
import { both, known, orAbsent, readText, unknown, type Read } from "../read.js";
import type { Fact, NetworkTables } from "../types.js";

const tables = ["tcp", "tcp6", "udp", "udp6", "udplite", "udplite6", "raw", "raw6", "icmp", "icmp6", "packet"] as const;

const onlyLoopback = (read: Read<readonly string[]>): Read<readonly string[]> =>
  read.known ? known(read.value.filter((name) => name !== "lo").map((name) => `${name} is not lo`)) : read;

const routes = (pid: number): Read<Pick<NetworkTables, "routes4" | "routes6">> =>
  both(
    readText(pid, "net/route", parseRoutes),
    orAbsent(readText(pid, "net/ipv6_route", parseRoutes6), []),
    (routes4, routes6) => ({ routes4, routes6 }),
  );

const sockets = (pid: number): Read<readonly string[]> => {
  const counts = tables.map((table) => ({
    table,
    read: orAbsent(readText(pid, `net/${table}`, parseSocketCount), 0),
  }));
  const failed = counts.find(({ read }) => !read.known);
  if (failed !== undefined) return unknown(`net/${failed.table}`);
  return known(counts.flatMap(({ table, read }) => (read.known && read.value > 0 ? [`${read.value} in ${table}`] : [])));
};

export interface NetworkCheck {
  readonly facts: readonly Fact[];
  readonly list: Read<readonly string[]>;
  readonly tables: NetworkTables | undefined;
}

/** No interface but lo, no route on another one, no socket that is not a unix socket. Read, never tried by sending. */
export const checkNetwork = (pid: number): NetworkCheck => {
  const interfaces = readText(pid, "net/dev", parseInterfaces);
  const both46 = routes(pid);
  const roads: Read<readonly string[]> = both46.known ? known([...both46.value.routes4, ...both46.value.routes6]) : both46;
  const open = sockets(pid);
  const complete = interfaces.known && roads.known && open.known;
  return {
    facts: [
      judge("network.interfaces", pid, "only lo", onlyLoopback(interfaces)),
      judge("network.routes", pid, "none but on lo", onlyLoopback(roads)),
      judge("network.sockets", pid, "no internet or packet socket", open),
    ],
    list: complete
      ? known([
          ...interfaces.value.map((name) => `interface ${name}`),
          ...new Set(roads.value.map((name) => `route on ${name}`)),
          ...open.value.map((text) => `sockets ${text}`),
        ])
      : unknown("network"),
    tables: interfaces.known && both46.known ? { interfaces: interfaces.value, ...both46.value } : undefined,
  };
};
