#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { standardIo, type Io } from "../adapters/system/index.js";
import { commands } from "./commands.js";
import { listenForInterrupts, type Interrupt } from "./interrupt.js";

const help = (): string => `usage: deskgate COMMAND [ARGUMENT...]

${Object.entries(commands)
  .map(([name, { says }]) => `  ${name.padEnd(14)} ${says}`)
  .join("\n")}

  deskgate COMMAND --help    what a command takes
  deskgate --version         the version
`;

const version = (): string =>
  (JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { version: string }).version;

/** Runs one command; answers its exit code. 64: usage. */
const run = async ([name, ...argv]: readonly string[], io: Io, interrupt: Interrupt): Promise<number> => {
  if (name === undefined || name === "--help" || name === "help") {
    io.out(help());
    return name === undefined ? 64 : 0;
  }
  if (name === "--version") {
    io.out(`${version()}\n`);
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name as keyof typeof commands] : undefined;
  if (command === undefined) {
    io.err(`deskgate: there is no command ${JSON.stringify(name)}\n\n${help()}`);
    return 64;
  }
  const loaded = await command.load();
  return "stops" in command
    ? interrupt.stopping((signal) => loaded(argv, io, signal))
    : loaded(argv, io, new AbortController().signal);
};

const io = standardIo();
run(process.argv.slice(2), io, listenForInterrupts(io)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    io.err(`deskgate: a bug of ours: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 70;
  },
);
