/** Texts of /proc as proc(5) describes them. Each gives undefined for a text that it does not understand. Pure. */

export interface Status {
  readonly uids: readonly number[];
  readonly gids: readonly number[];
  readonly groups: readonly number[];
  /** Own pid in each pid namespace, the outermost first. */
  readonly pids: readonly number[];
  readonly parent: number;
  /** CapInh, CapPrm, CapEff, CapBnd, CapAmb, as the kernel prints them. */
  readonly capabilities: readonly string[];
  readonly noNewPrivileges: number;
  readonly seccomp: number;
  readonly seccompFilters: number;
  readonly tracer: number;
}

const capabilitySets = ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"] as const;

const integers = (text: string): readonly number[] => text.split(/\s+/).filter(Boolean).map(Number);

export const parseStatus = (text: string): Status | undefined => {
  const fields = new Map(
    text.split("\n").map((line): [string, string] => {
      const at = line.indexOf(":");
      return [line.slice(0, at), line.slice(at + 1).trim()];
    }),
  );
  const number = (name: string): number => Number(fields.get(name) ?? Number.NaN);
  const status: Status = {
    uids: integers(fields.get("Uid") ?? ""),
    gids: integers(fields.get("Gid") ?? ""),
    groups: integers(fields.get("Groups") ?? ""),
    pids: integers(fields.get("NSpid") ?? ""),
    parent: number("PPid"),
    capabilities: capabilitySets.map((name) => fields.get(name) ?? ""),
    noNewPrivileges: number("NoNewPrivs"),
    seccomp: number("Seccomp"),
    seccompFilters: number("Seccomp_filters"),
    tracer: number("TracerPid"),
  };
  const numbers = [
    ...status.uids,
    ...status.gids,
    ...status.pids,
    status.parent,
    status.noNewPrivileges,
    status.seccomp,
    status.seccompFilters,
    status.tracer,
  ];
  const complete = status.uids.length === 4 && status.gids.length === 4 && status.pids.length > 0;
  return complete && numbers.every(Number.isInteger) && status.capabilities.every((set) => /^[0-9a-f]{16}$/.test(set))
    ? status
    : undefined;
};

/** Field 22. The name in field 2 is the process's own choice, so counting begins after the last bracket. */
export const parseStartTime = (text: string): string | undefined => {
  const field = text.slice(text.lastIndexOf(")") + 2).split(" ")[19];
  return field !== undefined && /^\d+$/.test(field) ? field : undefined;
};

export interface Mount {
  readonly point: string;
  readonly options: readonly string[];
  /** `shared:1`, `master:2`, ... */
  readonly propagation: readonly string[];
  readonly type: string;
}

const unescape = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));

const parseMount = (line: string): Mount | undefined => {
  const fields = line.split(" ");
  const separator = fields.indexOf("-", 6);
  const [point, options, type] = [fields[4], fields[5], fields[separator + 1]];
  if (separator < 0 || point === undefined || options === undefined || type === undefined) return undefined;
  return {
    point: unescape(point),
    options: options.split(",").toSorted(),
    propagation: fields.slice(6, separator),
    type,
  };
};

const every = <T>(items: readonly (T | undefined)[]): readonly T[] | undefined =>
  items.every((item): item is T => item !== undefined) ? items : undefined;

const linesOf = (text: string): readonly string[] => text.split("\n").filter((line) => line !== "");

export const parseMounts = (text: string): readonly Mount[] | undefined => every(linesOf(text).map(parseMount));

/** Names of the interfaces in net/dev, after its two header lines. */
export const parseInterfaces = (text: string): readonly string[] | undefined => {
  const lines = linesOf(text);
  if (lines.length < 2 || !lines[0]?.startsWith("Inter-")) return undefined;
  return every(lines.slice(2).map((line) => /^\s*([^\s:]+):/.exec(line)?.[1]));
};

/** Interfaces that net/route (one header line) has routes on. */
export const parseRoutes = (text: string): readonly string[] | undefined => {
  const [header, ...lines] = linesOf(text);
  return header?.startsWith("Iface") === true ? every(lines.map((line) => line.split(/\s+/)[0])) : undefined;
};

/** Interfaces that net/ipv6_route (no header; ten fields, the last is the interface) has routes on. */
export const parseRoutes6 = (text: string): readonly string[] | undefined =>
  every(
    linesOf(text).map((line) => {
      const fields = line.trim().split(/\s+/);
      return fields.length === 10 ? fields[9] : undefined;
    }),
  );

/** Entries of a socket table: lines after its header. */
export const parseSocketCount = (text: string): number | undefined => {
  const lines = linesOf(text);
  return lines.length === 0 ? undefined : lines.length - 1;
};

/** Inode numbers in net/unix. */
export const parseUnixInodes = (text: string): ReadonlySet<string> | undefined => {
  const [header, ...lines] = linesOf(text);
  const inodes = every(lines.map((line) => line.split(/\s+/)[6]));
  return header?.startsWith("Num") === true && inodes !== undefined ? new Set(inodes) : undefined;
};

export const parseEnvironment = (text: string): readonly (readonly [string, string])[] | undefined =>
  every(
    text
      .split("\0")
      .filter((entry) => entry !== "")
      .map((entry): readonly [string, string] | undefined => {
        const at = entry.indexOf("=");
        return at < 1 ? undefined : [entry.slice(0, at), entry.slice(at + 1)];
      }),
  );

/** Rows of uid_map or gid_map: first inside, first outside, count. */
export const parseIdMap = (text: string): readonly string[] | undefined =>
  every(
    linesOf(text).map((line) => {
      const numbers = line.trim().split(/\s+/);
      return numbers.length === 3 && numbers.every((number) => /^\d+$/.test(number)) ? numbers.join(" ") : undefined;
    }),
  );
