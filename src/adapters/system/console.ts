/** Where a command writes: given to it, so that tests can read it. */
export type Io = {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly isTerminal: boolean;
  /** Colour only on a terminal, never as the only sign, and never where NO_COLOR is set. */
  readonly colour: boolean;
};

export const standardIo = (): Io => ({
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  isTerminal:  process.stdout.isTTY,
  colour:  process.stdout.isTTY && (process.env["NO_COLOR"] ?? "") === "",
});
