import type { Io } from "../adapters/system/index.js";

/** Exit codes of a program that a signal ended. */
const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** How long a command may take to stop what it started. What is left then dies with this process, by parent-death signals. */
export const stopMsMax = 8_000;

export type Interrupt = {
  /** Runs a command that stops what it started when its signal fires; until it has ended, the program does not exit. */
  readonly stopping: (command: (signal: AbortSignal) => Promise<number>) => Promise<number>;
};

/**
 * Ends the program when it is told to: at once where nothing has to be stopped, else when the command has stopped, or `stopMsMax` later.
 * Further signals change nothing: a terminal and the programs between it and this one send the same interrupt several times.
 */
export const listenForInterrupts = (io: Io): Interrupt => {
  const controller = new AbortController();
  let command: Promise<unknown> | undefined;
  const interrupted = (code: number, name: string): void => {
    if (controller.signal.aborted) return;
    controller.abort(new Error(`interrupted by ${name}`));
    if (command === undefined) process.exit(code);
    io.err(`deskgate: ${name}: stopping\n`);
    setTimeout(() => {
      io.err(`deskgate: not stopped within ${stopMsMax} ms; what was started ends with this process\n`);
      process.exit(code);
    }, stopMsMax);
    // Whatever it ends with: being interrupted is the reason.
    const exit = (): never => process.exit(code);
    void command.then(exit, exit);
  };
  for (const [name, code] of Object.entries(codes)) process.on(name, () => interrupted(code, name));
  return {
    stopping: (run) => {
      const running = run(controller.signal);
      command = running;
      return running;
    },
  };
};
