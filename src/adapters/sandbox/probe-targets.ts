import { randomBytes } from "node:crypto";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import type { SandboxDesktop } from "./types.js";

/** What the probes aim at: a file, two unix sockets and a loopback listener of our own, alive until `close`. */
export interface ProbeTargets {
  /** Content of the input file `probe.conf`. */
  readonly config: string;
  /** A host file of that content, named `probe.conf`: for a target that has no input, to be staged beside the program. */
  readonly configFile: string;
  /** Arguments of the probe program when it runs outside, as the controls. */
  readonly outsideArguments: readonly string[];
  /** The listeners of this process among them: what reading tables of sockets has to find here. */
  readonly listeners: { readonly tcpPort: number; readonly abstractName: string };
  close(): Promise<void>;
}

/** `sun_path` less the zero that marks an abstract name. */
const ABSTRACT_NAME_BYTES = 107;

const listen = (address: { path: string } | { host: string; port: number }): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", reject);
    server.listen(address, () => resolve(server));
  });

const close = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

const portOf = (server: Server): number => {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
};

/** Made in the run directory, readable and connectable for the uid that runs: only the sandbox may stand between. */
export const openProbeTargets = async (desktop: SandboxDesktop): Promise<ProbeTargets> => {
  const folder = join(desktop.runDirectory, "probe-targets");
  await mkdir(folder);
  await chmod(folder, 0o755);
  const canary = join(folder, "canary");
  await writeFile(canary, randomBytes(16).toString("hex"));
  await chmod(canary, 0o444);
  const socket = join(folder, "listener");
  // Of full length: Node 20 pads a shorter name with zeros, which makes it another name than the one that is asked for.
  const abstract = randomBytes(54).toString("hex").slice(0, ABSTRACT_NAME_BYTES);
  const servers = [await listen({ path: socket })];
  try {
    await chmod(socket, 0o777);
    servers.push(await listen({ path: `\0${abstract}` }));
    const loopback = await listen({ host: "127.0.0.1", port: 0 });
    servers.push(loopback);
    // The supervisor runs under the same uid, so that outside a signal to it is allowed.
    const lines = [
      `canary=${canary}`,
      `socket=${socket}`,
      `abstract=${abstract}`,
      `tcpPort=${portOf(loopback)}`,
      `hostPid=${desktop.supervisorPid}`,
    ];
    const config = `${lines.join("\n")}\n`;
    const configFile = join(folder, "probe.conf");
    await writeFile(configFile, config);
    return {
      config,
      configFile,
      outsideArguments: ["--outside", ...lines],
      listeners: { tcpPort: portOf(loopback), abstractName: abstract },
      close: async () => void (await Promise.all(servers.map(close))),
    };
  } catch (error) {
    await Promise.all(servers.map(close));
    throw error;
  }
};
