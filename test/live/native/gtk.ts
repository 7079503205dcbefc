// Builds and starts the GTK target, and reads what it tells.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { end, type Server } from "./server.ts";

/** Gives the path of the built program, in the server's own directory. */
export const buildGtkTarget = (server: Server, name: "gtk-target" | "gtk-canvas" = "gtk-target"): string => {
  const source = fileURLToPath(new URL(`${name}.c`, import.meta.url));
  const program = join(server.directory, name);
  const flags = execFileSync("pkg-config", ["--cflags", "--libs", "gtk+-3.0"], { encoding: "utf8" }).trim().split(/\s+/);
  execFileSync("cc", ["-O1", "-Wall", "-o", program, source, ...flags]);
  return program;
};

export class GtkTarget {
  readonly lines: string[] = [];
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(server: Server, program: string): Promise<GtkTarget> {
    const env = {
      ...process.env,
      DISPLAY: server.display,
      XAUTHORITY: server.xauthority,
      NO_AT_BRIDGE: "1",
      GTK_THEME: "Adwaita",
    };
    const child = spawn(program, [], { env, stdio: ["pipe", "pipe", "ignore"] });
    const target = new GtkTarget(child);
    if (child.stdout === null) throw new Error("the target has no standard output");
    createInterface({ input: child.stdout }).on("line", (line) => target.lines.push(line));
    await target.until((lines) => lines.includes("ready"));
    return target;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** The entry's text as last told. */
  get text(): string {
    const last = this.lines.findLast((line) => line.startsWith("text "));
    return Buffer.from(last?.slice(5) ?? "", "hex").toString("utf8");
  }

  async until(done: (lines: readonly string[]) => boolean, ms = 5000): Promise<void> {
    const limit = Date.now() + ms;
    while (!done(this.lines)) {
      if (Date.now() > limit) throw new Error(`the target told ${JSON.stringify(this.lines.slice(-5))}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Gives the target one line on its standard input, and waits for its answer. */
  async tell(line: string, answer: string): Promise<void> {
    const already = this.lines.filter((one) => one === answer).length;
    this.#child.stdin?.write(`${line}\n`);
    await this.until((lines) => lines.filter((one) => one === answer).length > already);
  }

  stop(): Promise<void> {
    return end(this.#child);
  }
}
