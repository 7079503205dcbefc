/** The kernel's tables of sockets, as far as they say who listens (proc(5)). Each gives undefined for a text that it does not understand. Pure. */

const TCP_LISTEN = "0A";
/** __SO_ACCEPTCON of net/unix. */
const ACCEPTS = 0x1_0000;

const linesOf = (text: string): readonly string[] => text.split("\n").filter((line) => line.trim() !== "");

/** Local ports of the listening sockets in net/tcp or net/tcp6. */
export const parseListening = (text: string): readonly number[] | undefined => {
  const [header, ...lines] = linesOf(text);
  if (header?.trim().startsWith("sl") !== true) return undefined;
  const ports: number[] = [];
  for (const line of lines) {
    const [, local, , state] = line.trim().split(/\s+/);
    const port = /^[0-9A-F]+:([0-9A-F]{4})$/.exec(local ?? "")?.[1];
    if (port === undefined || state === undefined) return undefined;
    if (state === TCP_LISTEN) ports.push(Number.parseInt(port, 16));
  }
  return ports;
};

/** Listening sockets of net/unix by name: the kernel writes `@` for the zero byte that makes a name abstract. */
export const parseListeningUnix = (text: string): { abstractNames: readonly string[]; paths: readonly string[] } | undefined => {
  const [header, ...lines] = linesOf(text);
  if (header?.startsWith("Num") !== true) return undefined;
  const names: string[] = [];
  for (const line of lines) {
    const match = /^\S+ \S+ \S+ ([0-9A-F]{8}) \S+ \S+ +\d+(?: (.*))?$/.exec(line);
    if (match === null) return undefined;
    const [, flags = "", name] = match;
    if ((Number.parseInt(flags, 16) & ACCEPTS) !== 0) names.push(name ?? "");
  }
  return {
    abstractNames: names.filter((name) => name.startsWith("@")).map((name) => name.slice(1)),
    paths: names.filter((name) => !name.startsWith("@")),
  };
};
