/** Where a command writes: given to it, so that tests can read it. */
export type Io = {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly isTerminal: boolean;
  /** Colour only on a terminal, never as the only sign, and never where NO_COLOR is set. */
  readonly colour: boolean;
};

/**
 * Standard output and error. A reader that has gone away costs what it would have read, and nothing else: the command goes on, and
 * its exit code still says how it ended.
 */
export const standardIo = (): Io => {
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  return onStandardStreams();
};

const onStandardStreams = (): Io => ({
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  isTerminal: process.stdout.isTTY,
  colour: process.stdout.isTTY && (process.env["NO_COLOR"] ?? "") === "",
});
